"""A FastAPI endpoint that returns an object kept in memory, as its guide shows it."""

import json
import os
from pathlib import Path
from typing import Any

from fastapi import FastAPI

PAYLOAD: Any = json.loads((Path(os.environ["BODIES"]) / "explain.json").read_text(encoding="utf-8"))
app = FastAPI()


@app.get("/explain")
async def explain(topic: str) -> Any:
    return PAYLOAD
