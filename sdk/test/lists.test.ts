import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import { newVersion } from '../../server/test/worlds/samples.ts'
import { startWorld } from '../../server/test/worlds/world.ts'
import { recording } from './recording.ts'

const world = await startWorld()

async function enter() {
  const { id: projectId, owner } = await world.project()
  const { fetch, exchanges } = recording({})
  return { projectId, owner, client: new Dailies({ baseUrl: world.url, token: owner.key, fetch }), exchanges }
}

async function taken<T>(items: AsyncIterable<T>, most = Number.POSITIVE_INFINITY): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) {
    all.push(item)
    if (all.length === most) break
  }
  return all
}

test('a cursor list requests pages on demand', async () => {
  const { owner, client, exchanges } = await enter()
  for (let i = 0; i < 119; i++) await world.project({ owner, name: `Project ${i}` })
  const list = client.projects.list({ keyword: 'Project' })
  assert.equal(exchanges.length, 0)
  const all = await taken(list)
  assert.equal(new Set(all.map(({ id }) => id)).size, 120)
  assert.equal(exchanges.length, 3)
  await taken(list, 50)
  assert.equal(exchanges.length, 4)

  const first = await list.page()
  const second = await list.page({ next: first.next })
  assert.deepEqual([...first.data, ...second.data], all.slice(0, 100))
  assert.equal(first.prev, null)
  assert.deepEqual((await list.page({ prev: second.prev })).data, first.data)
})

test('a numbered list requests pages on demand', async () => {
  const { projectId, owner, client, exchanges } = await enter()
  for (let i = 0; i < 60; i++) await newVersion(world, projectId, owner)
  const list = client.versions.list(projectId, { sort: { type: 'name', direction: 'asc' } })
  const all = await taken(list)
  assert.equal(new Set(all.map(({ id }) => id)).size, 60)
  assert.equal(exchanges.length, 2)
  const { data, current, hasNext } = await list.page(2)
  assert.deepEqual([data, current, hasNext], [all.slice(50), 2, false])
})

test('a chat-like list iterates from the newest to the oldest', async () => {
  const { projectId, client } = await enter()
  const texts = Array.from({ length: 60 }, (_, i) => `Comment ${i}`)
  const top = await client.comments.createOnProject(projectId, { content: 'Top' })
  for (const content of texts) await client.comments.createOnProject(projectId, { content, parent: top })
  const content = ({ content }: { content: string | null }) => content
  const replies = client.comments.listReplies(top.id)
  assert.deepEqual((await taken(replies)).map(content), texts.toReversed())
  assert.deepEqual((await replies.page()).data.map(content), texts.slice(10))

  for (const content of texts) await client.comments.createOnProject(projectId, { content })
  const sorted = async (sort?: { type?: 'createdAt' | 'anchor'; direction?: 'asc' | 'desc' }) =>
    (await taken(client.comments.listOnProject(projectId, { sort: sort ?? null }))).map(content)
  assert.deepEqual(await sorted(), ['Top', ...texts].toReversed())
  assert.deepEqual(await sorted({ direction: 'desc' }), ['Top', ...texts].toReversed())
  assert.deepEqual((await sorted({ type: 'anchor' })).length, 61)
})
