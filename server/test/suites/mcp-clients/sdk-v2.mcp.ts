// Version 2 of the TypeScript SDK, in both protocols. The version here is that of its users: the product may be built with
// another one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { installPackages } from '../../helpers/on-request-packages.ts'
import { clientsFolder, notice, projectName, refusal, startClientWorld } from './client-world.ts'

const { load } = await installPackages(clientsFolder)
const { Client, StreamableHTTPClientTransport } = await load('@modelcontextprotocol/client')
const { mcpUrl, key, toolNames, read, refused, look, shown } = await startClientWorld()

for (const [protocol, mode] of [
  ['2026-07-28', { pin: '2026-07-28' }],
  ['2025-11-25', 'legacy'],
]) {
  async function connect() {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
    const requestInit = { headers: { Authorization: `Bearer ${key}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl), { requestInit }))
    assert.equal(client.getNegotiatedProtocolVersion(), protocol)
    const { tools } = await client.listTools()
    return { client, tools }
  }

  test(`SDK v2, ${protocol}: lists all tools`, async () => {
    const { client, tools } = await connect()
    assert.deepEqual(
      tools.map(({ name }: { name: string }) => name),
      toolNames,
    )
    await client.close()
  })

  test(`SDK v2, ${protocol}: reads why a call was refused`, async () => {
    const { client } = await connect()
    const { isError, content, structuredContent } = await client.callTool(refused)
    assert.equal(isError, true)
    assert.equal(structuredContent, undefined)
    assert.match(content[0].text, refusal)
    await client.close()
  })

  test(`SDK v2, ${protocol}: gets the notice first, and the image of view_file`, async () => {
    const { client } = await connect()
    const { structuredContent } = await client.callTool(read)
    assert.equal(Object.keys(structuredContent)[0], 'notice')
    assert.match(structuredContent.notice, notice)
    assert.ok(JSON.stringify(structuredContent).includes(projectName))
    const { content } = await client.callTool(look)
    assert.deepEqual(content, shown)
    await client.close()
  })
}
