"""Reading the project's own YAML files."""

from pathlib import Path
from typing import Any

import yaml

# Many times quicker, where PyYAML was built with it
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(path: Path) -> Any:
    """What the file holds. Raises `yaml.YAMLError` when it is no YAML."""
    return yaml.load(path.read_text(encoding="utf-8"), Loader=LOADER)  # noqa: S506 - both loaders are safe ones
