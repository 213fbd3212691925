// Drive /mcp with the official TypeScript clients, 1.x (sdk) and 2.x (client): node typescript_client.mjs URL
import assert from 'node:assert/strict';

const url = new URL(process.argv[2]);
const names = ['explain', 'options', 'evidence', 'doctor_prep', 'topics'];

async function drive(label, client, transport) {
  await client.connect(transport);
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name).sort(), [...names].sort());
  const good = await client.callTool({ name: 'explain', arguments: { topic: 'hot flushes' } });
  assert.equal(good.structuredContent.topic.slug, 'hot-flushes');
  assert.deepEqual(JSON.parse(good.content[0].text), good.structuredContent);
  const bad = await client.callTool({ name: 'explain', arguments: { topic: 'xylophone zeppelin' } });
  assert.equal(bad.isError, true);
  assert.equal(JSON.parse(bad.content[0].text).code, 'unknown_topic');
  const urgent = await client.callTool({ name: 'explain', arguments: { topic: 'crushing chest pain' } });
  assert.equal(Object.keys(urgent.structuredContent)[0], 'urgent');
  await assert.rejects(client.callTool({ name: 'no_such_tool', arguments: {} }));
  await client.close();
  console.log(`${label}: 8 checks passed`);
}

const sdk = await import('@modelcontextprotocol/sdk/client/index.js');
const sdkHttp = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
await drive('sdk 1.x', new sdk.Client({ name: 'tests', version: '1' }), new sdkHttp.StreamableHTTPClientTransport(url));
const two = await import('@modelcontextprotocol/client');
await drive('client 2.x', new two.Client({ name: 'tests', version: '1' }), new two.StreamableHTTPClientTransport(url));
for (const mode of ['auto', { pin: '2026-07-28' }]) {
  const client = new two.Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode } });
  await drive(`client 2.x ${mode.pin ?? mode}`, client, new two.StreamableHTTPClientTransport(url));
}
