#!/usr/bin/env bash
# Both conformance suites against a running service: conformance.sh URL ENVIRONMENTS.
set -euo pipefail
url=$1/mcp
environments=$(mkdir -p "$2" && cd "$2" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
source "$here/node.sh"
suite=node_modules/@modelcontextprotocol/conformance/dist/index.js
python3 "$here/conformance.py" "$url" "$environments/node22/$suite" "$environments/c2/$suite" "$(command -v node)"
