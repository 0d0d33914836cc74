// `parentId`, the deprecated alias of `parent: { id }`, on every operation that creates a comment.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '../../../test/helpers/mcp-client.ts'
import { newUuid } from '../../core/ids.ts'
import { faults, startCommentWorld } from './fixtures/comment-world.ts'

const { world, projectId, owner, file, create, comment, read } = await startCommentWorld()
const places = [`projects/${projectId}`, `files/${await file('video/mp4')}`]

for (const on of places) {
  const kind = on.split('/')[0]
  const say = (body: object) => create({ content: 'Yes', ...body }, owner.key, on)

  test(`${kind}: 201: parentId alone creates a reply, listed under its parent`, async () => {
    const id = await comment({ content: 'a' }, owner.key, on)
    const reply = await comment({ content: 'Yes', parentId: id }, owner.key, on)
    assert.deepEqual((await read(reply)).parent, { id })
    const { body } = await world.call(`QUERY /api/comments/${id}/replies`, { key: owner.key })
    assert.deepEqual(
      body.data.map((one: { id: string }) => one.id),
      [reply],
    )
  })

  test(`${kind}: 201: equal parentId and parent; null is the same as omitted`, async () => {
    const id = await comment({ content: 'a' }, owner.key, on)
    for (const body of [
      { parentId: id, parent: { id } },
      { parentId: id.toUpperCase(), parent: { id } },
      { parentId: id, parent: null },
      { parentId: null, parent: { id } },
    ]) {
      const reply = await comment({ content: 'Yes', ...body }, owner.key, on)
      assert.deepEqual((await read(reply)).parent, { id }, JSON.stringify(body))
    }
    const top = await comment({ content: 'Top', parentId: null }, owner.key, on)
    assert.equal((await read(top)).parent, null)
  })

  test(`${kind}: 400: different parentId and parent; nothing is created`, async () => {
    const [id, other] = [
      await comment({ content: 'a' }, owner.key, on),
      await comment({ content: 'b' }, owner.key, on),
    ]
    assert.deepEqual(faults(await say({ parent: { id }, parentId: other })), ['/parentId contradiction'])
    assert.deepEqual([(await read(id)).replyCount, (await read(other)).replyCount], [0, 0])
  })

  test(`${kind}: 400: an unknown or malformed parentId, or that of a reply; the error names parentId`, async () => {
    const id = await comment({ content: 'a' }, owner.key, on)
    const reply = await comment({ content: 'Yes', parentId: id }, owner.key, on)
    for (const parentId of [newUuid(), 'nope', reply]) {
      assert.deepEqual(faults(await say({ parentId })), ['/parentId not_found'], parentId)
      assert.deepEqual(faults(await say({ parent: { id: parentId } })), ['/parent/id not_found'], parentId)
    }
    assert.deepEqual(faults(await say({ parentId: { id } })), ['/parentId invalid_type'])
  })
}

test('OpenAPI marks parentId as deprecated on both operations', async () => {
  const { body } = await world.call('GET /openapi.json')
  for (const path of ['/api/projects/{projectId}/comments', '/api/files/{fileId}/comments']) {
    const { schema } = body.paths[path].post.requestBody.content['application/json']
    assert.equal(schema.properties.parentId.deprecated, true, path)
    assert.equal(schema.properties.parent.deprecated, undefined, path)
  }
})

test('a tool call with parentId creates a reply, although the tool does not list the field', async () => {
  const id = await comment()
  const client = await connect(world.url, owner.key)
  const { tools } = await client.listTools()
  const tool = tools.find(({ name }) => name === 'create_project_comment')!
  assert.deepEqual(Object.keys(tool.inputSchema.properties!), [
    'projectId',
    'content',
    'parent',
    'attachments',
    'idempotencyKey',
  ])
  const result = await client.callTool({
    name: tool.name,
    arguments: { projectId, content: 'Yes', parentId: id },
  })
  await client.close()
  const { data } = result.structuredContent as { data: { id: string } }
  assert.deepEqual((await read(data.id)).parent, { id })
})
