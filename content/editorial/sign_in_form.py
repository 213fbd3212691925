"""The form that signs in: each field has a length, so that nothing longer than its column is ever
handed to the database.
"""

from typing import Any

from django.contrib.admin.forms import AdminAuthenticationForm
from django.core.validators import MaxLengthValidator

LONGEST_PASSWORD = 256  # characters; hashing more would only cost time


class SignInForm(AdminAuthenticationForm):
    """Django's form with its own bounds enforced: an account is neither looked up nor locked by a
    name that none can have.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            longest = getattr(field, "max_length", None) or LONGEST_PASSWORD
            field.validators = [*field.validators, MaxLengthValidator(longest)]
            field.widget.attrs["maxlength"] = longest
