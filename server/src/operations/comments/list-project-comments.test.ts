import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCommentWorld } from './fixtures/comment-world.ts'

type Page = { data: { id: string }[]; page: { next: string | null; prev: string | null } }

const world = await startCommentWorld()
const { owner } = world

async function emptyProject() {
  const { id } = await world.world.project({ owner })
  return id
}

async function fill(projectId: string, count: number): Promise<string[]> {
  const ids = await world.fill(count)
  await world.sql`update comments set project_id = ${projectId} where id = any(${ids}::uuid[])`
  return ids
}

async function list(projectId: string, body: object = {}): Promise<Page> {
  const answer = await world.world.call(`QUERY /api/projects/${projectId}/comments`, { key: owner.key, body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

const ids = ({ data }: Page) => data.map(({ id }) => id)

test('200: without a cursor the newest 50, ascending; prev leads to older comments, next back', async () => {
  const projectId = await emptyProject()
  const made = await fill(projectId, 120)
  const newest = await list(projectId)
  assert.deepEqual(ids(newest), made.slice(70))
  assert.equal(newest.page.next, null)
  const middle = await list(projectId, { prev: newest.page.prev })
  assert.deepEqual(ids(middle), made.slice(20, 70))
  const oldest = await list(projectId, { prev: middle.page.prev })
  assert.deepEqual(ids(oldest), made.slice(0, 20))
  assert.equal(oldest.page.prev, null)
  assert.deepEqual(ids(await list(projectId, { next: oldest.page.next })), made.slice(20, 70))
  assert.deepEqual(ids(await list(projectId, { next: middle.page.next })), made.slice(70))
})

test('200: an omitted, null or empty sort is the same', async () => {
  const projectId = await emptyProject()
  const made = await fill(projectId, 51)
  for (const body of [
    {},
    { sort: null },
    { sort: {} },
    { sort: null, resolved: null, next: null, prev: null },
  ]) {
    const page = await list(projectId, body)
    assert.deepEqual(ids(page), made.slice(1))
    assert.deepEqual(ids(await list(projectId, { prev: page.page.prev })), made.slice(0, 1))
  }
})

test('200: descending starts at the newest; by anchor starts at the first page', async () => {
  const projectId = await emptyProject()
  const made = await fill(projectId, 51)
  const newest = await list(projectId, { sort: { direction: 'desc' } })
  assert.deepEqual(ids(newest), made.toReversed().slice(0, 50))
  const rest = await list(projectId, { sort: { direction: 'desc' }, next: newest.page.next })
  assert.deepEqual([ids(rest), rest.page.next], [[made[0]], null])
  const byAnchor = await list(projectId, { sort: { type: 'anchor' } })
  assert.deepEqual(ids(byAnchor), made.slice(0, 50))
  assert.deepEqual(ids(await list(projectId, { sort: { type: 'anchor' }, next: byAnchor.page.next })), [
    made[50],
  ])
})

test('200: complete records without file comments and replies, over QUERY and GET', async () => {
  const { projectId, comment, read } = world
  const id = await comment({ content: 'Top', attachments: [{ id: await world.attachment() }] })
  await comment({ content: 'Reply', parent: { id } })
  await comment({ content: 'File' }, owner.key, `files/${await world.file('video/mp4')}`)
  const { data } = await list(projectId)
  assert.deepEqual(data, [await read(id)])
  const got = await world.world.call(
    `GET /api/projects/${projectId}/comments?sort.type=createdAt&resolved=false`,
    {
      key: owner.key,
    },
  )
  assert.deepEqual(got.body.data, data)
})

test('200: only resolved or only unresolved comments', async () => {
  const projectId = await emptyProject()
  const [first, second] = await fill(projectId, 2)
  await world.sql`update comments set resolved_at = now() where id = ${first}`
  assert.deepEqual(ids(await list(projectId, { resolved: true })), [first])
  assert.deepEqual(ids(await list(projectId, { resolved: false })), [second])
  assert.deepEqual(ids(await list(projectId, { resolved: null })), [first, second])
})

test('200: an empty list; 400: unknown fields', async () => {
  const projectId = await emptyProject()
  assert.deepEqual(await list(projectId), { data: [], page: { next: null, prev: null } })
  for (const body of [
    { sort: { type: 'name' } },
    { sort: { direction: 'up' } },
    { resolved: 'yes' },
    { page: 1 },
  ]) {
    const answer = await world.world.call(`QUERY /api/projects/${projectId}/comments`, {
      key: owner.key,
      body,
    })
    assert.equal(answer.status, 400, JSON.stringify(body))
  }
})

test('400: a cursor of another sort, filter or project, an altered one, or both cursors', async () => {
  const [one, two] = [await emptyProject(), await emptyProject()]
  await fill(one, 51)
  await fill(two, 51)
  const prev = (await list(one)).page.prev!
  const refused = async (projectId: string, body: object) => {
    const answer = await world.world.call(`QUERY /api/projects/${projectId}/comments`, {
      key: owner.key,
      body,
    })
    assert.equal(answer.status, 400, JSON.stringify(body))
  }
  await refused(two, { prev })
  await refused(one, { prev, sort: { direction: 'desc' } })
  await refused(one, { prev, sort: { type: 'anchor' } })
  await refused(one, { prev, resolved: false })
  await refused(one, { prev: `${prev}A` })
  await refused(one, { prev, next: prev })
})
