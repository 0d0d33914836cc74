import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFile } from '../../../test/worlds/samples.ts'
import { startCommentWorld } from './fixtures/comment-world.ts'

const { world, owner, projectId } = await startCommentWorld()

async function onFile() {
  const fileId = await newFile(world, projectId, owner)
  const send = async (body: object): Promise<string> => {
    const answer = await world.call(`POST /api/files/${fileId}/comments`, { key: owner.key, body })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.data.id
  }
  const list = async (body: object = {}) =>
    (await world.call(`QUERY /api/files/${fileId}/threads`, { key: owner.key, body })).body
  return { fileId, send, list }
}

test('200: comments in the order of the file, with their replies and the kinds of their shapes', async () => {
  const { send, list } = await onFile()
  const shape = {
    kind: 'arrow',
    points: [
      [0, 0],
      [1, 1],
    ],
    colour: '#ff0000',
    width: 0.01,
  }
  const whole = await send({ content: 'All of it' })
  const late = await send({ content: 'Late', anchor: 2000, annotation: { shapes: [shape, shape] } })
  const early = await send({ content: 'Early', anchor: 1000 })
  const reply = await send({ content: 'Why?', parent: { id: late } })
  const { data, page } = await list()
  assert.deepEqual(
    data.map(({ id }: { id: string }) => id),
    [early, late, whole],
  )
  const [, thread] = data
  assert.deepEqual([thread.shapes, thread.replyCount, thread.anchor], [['arrow', 'arrow'], 1, 2000])
  assert.deepEqual([thread.replies[0].id, thread.replies[0].content], [reply, 'Why?'])
  assert.equal(thread.author.id, owner.userId)
  assert.deepEqual(page, { next: null, prev: null })
})

test('200: at most the newest ten replies of each; the count says how many there are', async () => {
  const { send, list } = await onFile()
  const id = await send({ content: 'Discuss' })
  for (let i = 1; i <= 12; i++) await send({ content: `Reply ${i}`, parent: { id } })
  const [thread] = (await list()).data
  assert.equal(thread.replyCount, 12)
  assert.deepEqual(
    thread.replies.map(({ content }: { content: string }) => content),
    Array.from({ length: 10 }, (_, i) => `Reply ${i + 3}`),
  )
})

test('200: resolved and unresolved ones apart; deleted ones are left out', async () => {
  const { send, list } = await onFile()
  const [done, open, gone] = [
    await send({ content: 'a' }),
    await send({ content: 'b' }),
    await send({ content: 'c' }),
  ]
  await world.call(`POST /api/comments/${done}/resolve`, { key: owner.key })
  await world.call(`DELETE /api/comments/${gone}`, { key: owner.key })
  const ids = async (body: object) => (await list(body)).data.map(({ id }: { id: string }) => id)
  assert.deepEqual(await ids({ resolved: false }), [open])
  assert.deepEqual(await ids({ resolved: true }), [done])
  assert.deepEqual((await ids({})).sort(), [done, open].sort())
})
