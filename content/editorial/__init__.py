"""What editors and reviewers see beyond Django's own admin. It reads records and calls
`content.review.sign_off`; it holds no rule of its own.
"""
