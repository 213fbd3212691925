"""Accounts that tests of the admin sign in with."""

import pytest
from django.test import Client

from content.editorial.roles import EDITORS
from tests.makers import make_member, signed_in


@pytest.fixture
def writer() -> Client:
    """An editor who may not publish."""
    return signed_in(make_member(EDITORS, "writer"), second_factor=False)
