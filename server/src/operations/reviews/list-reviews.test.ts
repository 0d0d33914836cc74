import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Person } from '../../../test/worlds/world.ts'
import { startReviewWorld } from './fixtures/review-world.ts'

const { world, sql, projectId, owner, send, succeed, file, version, setStatus, request, reviewer } =
  await startReviewWorld()

type Item = { id: string; status: string; fileCount: number; openComments: number | null; asked: number }
const list = (person: Person, query = ''): Promise<Item[]> =>
  succeed(send(`GET /api/reviews${query}`, person))
const ids = async (person: Person, query = '') => (await list(person, query)).map(({ id }) => id)

test('200: undecided versions of all projects, the newest first, with their open comments', async () => {
  const shot = await file()
  const first = await version({ files: [{ id: shot }] })
  const { id: other } = await world.project({ owner })
  const second = (await succeed(send(`POST /api/projects/${other}/versions`, owner, { name: 'Other' }))).id
  await succeed(send(`POST /api/files/${shot}/comments`, owner, { content: 'Darker' }))
  await succeed(request(first, [await reviewer()]))
  const [newest, oldest] = await list(owner)
  assert.deepEqual([newest!.id, oldest!.id], [second, first])
  assert.deepEqual([oldest!.fileCount, oldest!.openComments, oldest!.asked], [1, 1, 1])
  await succeed(setStatus(first, owner, 'APPROVED'))
  assert.deepEqual(await ids(owner), [second])
  assert.deepEqual(await ids(owner, '?status=APPROVED'), [first])
})

test('a restricted reviewer sees only what is marked for them, and an outsider nothing', async () => {
  const ann = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  const hidden = await file()
  await sql`update files set allow_restricted = false where id = ${hidden}`
  const shown = await version({ files: [{ id: await file() }, { id: hidden }] })
  await version({ allowRestricted: false })
  assert.deepEqual(
    (await list(ann)).map(({ id, fileCount }) => [id, fileCount]),
    [[shown, 1]],
  )
  assert.deepEqual(await ids(await world.person()), [])
})

test('archived and deleted projects, and those that the caller left, are left out', async () => {
  const { id, owner: boss } = await world.project()
  const ann = await world.member(id, 'PROJECT_REVIEWER')
  const made = (await succeed(send(`POST /api/projects/${id}/versions`, boss, { name: 'Cut' }))).id
  assert.deepEqual(await ids(ann), [made])
  await sql`update projects set archived_at = now() where id = ${id}`
  assert.deepEqual(await ids(ann), [])
  await sql`update projects set archived_at = null, destroyed_at = now() where id = ${id}`
  assert.deepEqual(await ids(ann), [])
  await sql`update projects set destroyed_at = null where id = ${id}`
  await sql`delete from project_members where project_id = ${id} and user_id = ${ann.userId}`
  assert.deepEqual(await ids(ann), [])
})

test('a key without comments:read gets no number of comments', async () => {
  const { key } = await world.key(owner.userId, ['projects:read'])
  const [item] = await list({ ...owner, key })
  assert.equal(item!.openComments, null)
})
