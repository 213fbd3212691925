#!/bin/sh
# Lint the description and type-check the clients that three generators make of it:
# openapi_clients.sh URL FOLDER, against a running service. Needs npm and Python.
set -eu
url=$1
mkdir -p "$2"
cd "$2"
python3 -c 'import sys, urllib.request as u; sys.stdout.buffer.write(u.urlopen(sys.argv[1]).read())' "$url/openapi.json" > openapi.json
test -f package.json || npm init -y > /dev/null
npm install --no-audit --no-fund --loglevel=error @hey-api/openapi-ts@0.99.0 orval@8.38.0 @redocly/cli@2.77.0 \
    @stoplight/spectral-cli@6.16.3 typescript@5.9.3
test -x python/bin/mypy || { python3 -m venv python && python/bin/pip install --quiet openapi-python-client==0.29.1 mypy; }
export PATH="$PWD/node_modules/.bin:$PWD/python/bin:$PATH"

redocly lint openapi.json
echo 'extends: ["spectral:oas"]' > .spectral.yaml
spectral lint --fail-severity=warn openapi.json

openapi-ts -i openapi.json -o hey-api
orval --input openapi.json --output orval/client.ts --client fetch
tsc --strict --noUncheckedIndexedAccess --noEmit --skipLibCheck --target ES2022 --module ESNext --moduleResolution Bundler \
    hey-api/index.ts orval/client.ts

openapi-python-client generate --path openapi.json --output-path openapi-python-client --overwrite --fail-on-warning
(cd openapi-python-client && mypy --config-file= --strict menopause_information_service_client)
echo "both linters clean; the clients of openapi-python-client, hey-api and orval type-check"
