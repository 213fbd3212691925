"""Answers the five calls: words become slugs, slugs become frozen answers. API, MCP and pages all
use this service layer.
"""
