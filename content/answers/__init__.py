"""Five questions: words in, slugs found, frozen answers out. The one service layer of API, MCP and
pages.
"""
