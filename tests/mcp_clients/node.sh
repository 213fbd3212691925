# Sourced by the scripts beside it: Node 22, which npm has as a package, and what they drive with it, under $environments.
node_environment() { # name, packages…
	local name=$1
	shift
	mkdir -p "$environments/$name"
	(cd "$environments/$name" && { test -f package.json || npm init -y >/dev/null; } && npm install --silent --no-audit --no-fund "$@")
}

suite_2025=@modelcontextprotocol/conformance@0.1.16
node_environment node22 node@22
export PATH="$environments/node22/node_modules/.bin:$PATH"
node_environment node22 node@22 $suite_2025 @modelcontextprotocol/inspector@2.12.0 \
	@modelcontextprotocol/sdk@1.32.2 @modelcontextprotocol/client@2.4.0
node_environment c2 @modelcontextprotocol/conformance@0.2.0-alpha.12
