// Version 1 of the TypeScript SDK, which LangChain, Mastra and mcp-remote use. It checks structured content against the
// output schema, also that of an error.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { installPackages } from '../../helpers/on-request-packages.ts'
import { clientsFolder, notice, projectName, refusal, startClientWorld } from './client-world.ts'

const { load } = await installPackages(clientsFolder)
const { Client } = await load('@modelcontextprotocol/sdk/client/index.js')
const { StreamableHTTPClientTransport } = await load('@modelcontextprotocol/sdk/client/streamableHttp.js')
const { mcpUrl, key, toolNames, read, refused, look, shown } = await startClientWorld()

async function connect() {
  const client = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { Authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl), { requestInit }))
  const { tools } = await client.listTools()
  return { client, tools }
}

test('SDK v1 lists all tools', async () => {
  const { client, tools } = await connect()
  assert.deepEqual(
    tools.map(({ name }: { name: string }) => name),
    toolNames,
  )
  await client.close()
})

test('SDK v1 reads why a call was refused', async () => {
  const { client } = await connect()
  const result = await client.callTool(refused)
  assert.equal(result.isError, true)
  assert.match(result.content[0].text, refusal)
  await client.close()
})

test('SDK v1 reads the error of every tool', async () => {
  const { client, tools } = await connect()
  for (const { name } of tools) {
    const result = await client.callTool({ name, arguments: { unknownField: true } })
    assert.equal(result.isError, true, name)
    assert.equal(result.structuredContent, undefined, name)
    assert.match(result.content[0].text, /unknownField/, name)
  }
  await client.close()
})

test('SDK v1 gets the notice as the first field of the structured result', async () => {
  const { client } = await connect()
  const { structuredContent } = await client.callTool(read)
  const [[field, text]] = Object.entries(structuredContent) as [[string, string]]
  assert.equal(field, 'notice')
  assert.match(text, notice)
  assert.ok(JSON.stringify(structuredContent).includes(projectName))
  await client.close()
})

test('SDK v1 gets the image of view_file', async () => {
  const { client } = await connect()
  const { content } = await client.callTool(look)
  assert.deepEqual(content, shown)
  await client.close()
})
