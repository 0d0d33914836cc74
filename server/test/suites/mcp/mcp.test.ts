// The MCP surface with the SDK's own client, over real HTTP, in both protocols.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SdkHttpError } from '@modelcontextprotocol/client'
import { revokeKey } from '../../../src/admin/accounts.ts'
import { modestScopes } from '../../../src/core/access.ts'
import { operations } from '../../../src/service.ts'
import { defaultTools } from '../../../src/surfaces/mcp/tools/catalogue.ts'
import { connect, post, protocols, refusalOf, toolArguments } from '../../helpers/mcp-client.ts'
import { sampleFor } from '../../worlds/samples.ts'
import { startWorld } from '../../worlds/world.ts'

const world = await startWorld()
const withTool = operations.filter(({ tool }) => tool !== undefined)

for (const protocol of protocols) {
  test(`${protocol}: a client connects, reads the server info, and lists every tool in a stable order`, async () => {
    const { key } = await world.person()
    const client = await connect(world.url, key, protocol)
    assert.equal(client.getNegotiatedProtocolVersion(), protocol)
    assert.equal(client.getServerVersion()?.name, 'dailies')
    assert.ok(client.getServerCapabilities()?.tools)
    assert.match(client.getInstructions() ?? '', /overview/)
    const { tools } = await client.listTools()
    // Only clients of 2025-11-25 get the field that says which tools can run as tasks.
    const listed = tools.map(({ execution: _, ...tool }) => tool)
    assert.deepEqual(JSON.parse(JSON.stringify(listed)), JSON.parse(JSON.stringify(defaultTools(operations))))
    await client.close()
  })

  test(`${protocol}: every tool works once, and its result matches its output schema`, async () => {
    const { id, owner } = await world.project()
    const client = await connect(world.url, owner.key, protocol)
    // The client checks structured content against the schemas that it listed.
    await client.listTools()
    for (const operation of withTool) {
      const target = await sampleFor(operation)(world, id, owner)
      const result = await client.callTool({
        name: operation.tool!,
        arguments: toolArguments(operation, target),
      })
      const text = JSON.stringify(result.content)
      assert.notEqual(result.isError, true, `${operation.tool}: ${text}`)
      assert.ok(result.structuredContent, operation.tool!)
      const [last] = result.content.slice(-1)
      assert.equal(
        last?.type === 'text' && last.text,
        JSON.stringify(result.structuredContent),
        operation.tool!,
      )
    }
    await client.close()
  })
}

test('text of users is marked as untrusted, text of the server is not', async () => {
  const { id, owner } = await world.project()
  const client = await connect(world.url, owner.key)
  // In the structured result, first: many clients pass on nothing else.
  const marked = async (name: string, args = {}) => {
    const { structuredContent } = await client.callTool({ name, arguments: args })
    return Object.keys(structuredContent as object)[0] === 'notice'
  }
  assert.equal(await marked('list_project_comments', { projectId: id }), true)
  assert.equal(await marked('get_project', { projectId: id }), true)
  assert.equal(await marked('list_files', { projectId: id }), true)
  assert.equal(await marked('whoami'), false)
  assert.equal(await marked('list_skills'), false)
  await client.close()
})

test('a comment made through MCP is marked as made by an agent, a comment made over HTTP is not', async () => {
  const { id, owner } = await world.project()
  const client = await connect(world.url, owner.key)
  await client.callTool({
    name: 'create_project_comment',
    arguments: { projectId: id, content: 'by an agent' },
  })
  const file = await sampleFor(withTool.find(({ name }) => name === 'createFileComment')!)(world, id, owner)
  await client.callTool({ name: 'create_file_comment', arguments: { ...file.params, content: 'on a file' } })
  await world.call(`POST /api/projects/${id}/comments`, { key: owner.key, body: { content: 'by hand' } })
  const { body } = await world.call(`QUERY /api/projects/${id}/comments`, { key: owner.key })
  const agents = body.data.map(({ content, agent }: { content: string; agent: boolean }) => [content, agent])
  assert.deepEqual(agents, [
    ['by an agent', true],
    ['by hand', false],
  ])
  const onFile = await world.call(`QUERY /api/files/${file.params.fileId}/comments`, { key: owner.key })
  assert.equal(onFile.body.data[0].agent, true)
  await client.close()
})

test('domain errors are tool errors with the code, the message and the fields of the API', async () => {
  const { id, owner } = await world.project()
  const client = await connect(world.url, owner.key)
  const cases: [string, Record<string, unknown>, string][] = [
    ['get_project', { projectId: 'nonsense' }, 'not_found'],
    ['get_project', {}, 'invalid_request'],
    ['get_project', { projectId: 7 }, 'invalid_request'],
    ['create_folder', { projectId: id, name: '', colour: 'red' }, 'invalid_request'],
    ['list_projects', { next: 'forged' }, 'invalid_cursor'],
  ]
  for (const [name, args, code] of cases) {
    const result = await client.callTool({ name, arguments: args })
    const content = refusalOf(result)
    assert.equal(result.isError, true)
    assert.equal(content.code, code)
    assert.ok(content.message)
    if (name === 'create_folder') {
      assert.deepEqual(content.errors.map(({ path }: { path: string }) => path).sort(), ['/colour', '/name'])
    }
  }
  await assert.rejects(client.callTool({ name: 'no_such_tool' }), { code: -32602 })
  await client.close()
})

test('403 with a challenge that names the scope and where to get it', async () => {
  const { userId } = await world.person()
  const { key } = await world.key(userId, ['projects:read'])
  for (const params of [
    { name: 'create_project', arguments: {} },
    { name: 'get_skill', arguments: {} },
  ]) {
    const answer = await post(world.url, key, { method: 'tools/call', params })
    const scope = params.name === 'get_skill' ? 'skills:read' : 'projects:write'
    assert.equal(answer.status, 403)
    assert.equal(answer.body.error.data.code, 'insufficient_scope')
    assert.equal(
      answer.headers.get('www-authenticate'),
      `Bearer error="insufficient_scope", scope="${scope}", ` +
        'resource_metadata="http://localhost:0/.well-known/oauth-protected-resource/mcp"',
    )
  }
})

test('401 without a credential, with a bad one, and after it is revoked', async () => {
  const person = await world.person()
  const client = await connect(world.url, person.key)
  await client.callTool({ name: 'whoami' })
  await revokeKey(world.database, person.keyId)
  world.passSecond()
  await assert.rejects(client.callTool({ name: 'whoami' }), (error) => {
    return error instanceof SdkHttpError ? error.status === 401 : /401|nauthorized/.test(String(error))
  })
  for (const key of [undefined, 'nonsense', person.key]) {
    for (const method of ['tools/list', 'server/discover', 'tools/call']) {
      const answer = await post(world.url, key, { method })
      assert.equal(answer.status, 401)
      assert.equal(answer.body.error.data.code, 'unauthenticated')
      assert.match(
        answer.headers.get('www-authenticate')!,
        /resource_metadata="[^"]+\/oauth-protected-resource\/mcp"/,
      )
    }
  }
  await client.close()
})

test('the metadata of the resource names the scopes and the authorization server', async () => {
  const { status, body } = await world.call('GET /.well-known/oauth-protected-resource/mcp')
  assert.equal(status, 200)
  assert.equal(body.resource, 'http://localhost:0/mcp')
  assert.deepEqual(body.authorization_servers, ['http://localhost:0'])
  assert.deepEqual(body.scopes_supported, [...modestScopes])
})
