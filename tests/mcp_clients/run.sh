#!/usr/bin/env bash
# Every outside client against a running service: run.sh URL ENVIRONMENTS. Makes the environments it needs; they stay out of the project's own.
set -euo pipefail
url=$1/mcp
environments=$(mkdir -p "$2" && cd "$2" && pwd)
here=$(cd "$(dirname "$0")" && pwd)

python_environment() { # name, packages…
	local name=$1
	shift
	test -x "$environments/$name/bin/python" || python3 -m venv "$environments/$name"
	"$environments/$name/bin/pip" install --quiet --disable-pip-version-check "$@"
}

python_environment py2 mcp==2.3.0
python_environment py130 mcp==1.30.0
python_environment py112 mcp==1.12.4 'pydantic<2.12'
python_environment langchain langchain-mcp-adapters==0.3.2
python_environment openai openai-agents==0.24.0
python_environment pydanticai 'pydantic-ai-slim[mcp]==2.68.0'
for mode in auto legacy 2026-07-28; do "$environments/py2/bin/python" "$here/python_client.py" "$url" "$mode"; done
for old in py130 py112; do "$environments/$old/bin/python" "$here/python_client.py" "$url"; done
"$environments/langchain/bin/python" "$here/langchain_client.py" "$url"
"$environments/openai/bin/python" "$here/openai_agents_client.py" "$url"
"$environments/pydanticai/bin/python" "$here/pydantic_ai_client.py" "$url"

source "$here/node.sh"
cp "$here/typescript_client.mjs" "$environments/node22/"
(cd "$environments/node22" && node typescript_client.mjs "$url")
(cd "$environments/node22" && npx inspector --cli "$url" --transport http --method tools/list --strict >/dev/null)
(cd "$environments/node22" && npx inspector --cli "$url" --transport http --method tools/call --tool-name explain --tool-args-json '{"topic":"hot flushes"}' >/dev/null)
echo "inspector: tools listed, one called"
echo "every client passed"
