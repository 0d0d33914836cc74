import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newTrashed } from '../../../test/worlds/samples.ts'
import { startTrashWorld } from './fixtures/trash-world.ts'

const { world, sql, projectId, owner, status, data, listed, fileIn } = await startTrashWorld()

test('200: deleted records, newest first, with their place, their contents and the person who deleted them', async () => {
  const root = (await data(`POST /api/projects/${projectId}/folders`, { name: 'Film' })).id
  const reel = (
    await data(`POST /api/projects/${projectId}/folders`, { name: 'Reel 1', parent: { id: root } })
  ).id
  const inner = (
    await data(`POST /api/projects/${projectId}/folders`, { name: 'Shots', parent: { id: reel } })
  ).id
  const [one, two] = [await fileIn(reel), await fileIn(inner)]
  const { name } = await data(`GET /api/files/${one}`)
  await data(`POST /api/files/${two}/comments`, { content: 'Here' })
  const note = await data(`POST /api/files/${two}/comments`, {
    content: `Hello @[Someone](user:${owner.userId})`,
  })
  const version = await data(`POST /api/projects/${projectId}/versions`, { name: 'Cut' })
  await status(`DELETE /api/files/${one}`)
  await status(`DELETE /api/comments/${note.id}`)
  await status(`DELETE /api/versions/${version.id}`)
  await status(`DELETE /api/folders/${reel}?recursive=true`)
  const entries = await data(`QUERY /api/projects/${projectId}/trash`, {})
  const shown = entries.map(
    ({ kind, record, name, folder, path, file, files, comments, size }: Record<string, unknown>) => ({
      kind,
      record,
      name,
      folder,
      path,
      file,
      counts: [files, comments, size],
    }),
  )
  const nowhere = { folder: null, path: null, file: null }
  assert.deepEqual(shown, [
    {
      kind: 'FOLDER',
      record: { id: reel },
      name: 'Reel 1',
      folder: { id: root },
      path: 'Film',
      file: null,
      counts: [1, 1, 5],
    },
    { kind: 'VERSION', record: { id: version.id }, name: 'Cut', ...nowhere, counts: [0, 0, 0] },
    {
      kind: 'COMMENT',
      record: { id: note.id },
      name: 'Hello @Someone',
      ...nowhere,
      file: { id: two },
      counts: [0, 1, 0],
    },
    {
      kind: 'FILE',
      record: { id: one },
      name,
      folder: { id: reel },
      path: 'Film / Reel 1',
      file: null,
      counts: [1, 0, 5],
    },
  ])
  const [{ deletedBy, agent, deletedAt, purgesAt }] = entries
  assert.deepEqual([deletedBy.id, agent], [owner.userId, false])
  const days =
    (Date.parse(`${purgesAt.replace(' ', 'T')}Z`) - Date.parse(`${deletedAt.replace(' ', 'T')}Z`)) /
    86_400_000
  assert.equal(days, 30)
  assert.equal(entries[0].email, undefined)
})

test('200: one kind only', async () => {
  const answer = await data(`QUERY /api/projects/${projectId}/trash`, { kind: 'VERSION' })
  assert.deepEqual(
    answer.map(({ kind }: { kind: string }) => kind),
    ['VERSION'],
  )
})

test('200: a credential sees the kinds that it could read', async () => {
  const { key } = await world.key(owner.userId, ['projects:read', 'comments:read'])
  const answer = await data(`QUERY /api/projects/${projectId}/trash`, {}, key)
  assert.deepEqual(new Set(answer.map(({ kind }: { kind: string }) => kind)), new Set(['VERSION', 'COMMENT']))
})

test('200: members see the deleted comments that they wrote, managers all', async () => {
  const member = await world.member(projectId, 'PROJECT_MEMBER')
  const manager = await world.member(projectId, 'PROJECT_MANAGER')
  const write = async (content: string, key: string) =>
    (await data(`POST /api/projects/${projectId}/comments`, { content }, key)).id
  const top = await write('Mine', member.key)
  // A comment with replies leaves a placeholder without an author.
  await data(`POST /api/projects/${projectId}/comments`, { content: 'Reply', parent: { id: top } })
  for (const id of [top, await write('Theirs', owner.key)]) await status(`DELETE /api/comments/${id}`)
  const comments = async (key: string) =>
    (await listed(key)).filter((name) => ['Mine', 'Theirs'].includes(name))
  assert.deepEqual(await comments(member.key), ['Mine'])
  assert.deepEqual(await comments(manager.key), ['Theirs', 'Mine'])
})

test('200: a deletion by an agent is marked', async () => {
  await sql`update trash set agent = true where kind = 'VERSION'`
  const [entry] = await data(`QUERY /api/projects/${projectId}/trash`, { kind: 'VERSION' })
  assert.equal(entry.agent, true)
})

test('200: 51 entries come in pages of 50 and 1, forward and back', async () => {
  const { id } = await world.project({ owner })
  const ids: string[] = []
  for (let i = 0; i < 51; i++) ids.unshift((await newTrashed(world, id, owner, 'FILE')).entryId)
  const page = async (cursor: object) =>
    (await world.call(`QUERY /api/projects/${id}/trash`, { key: owner.key, body: cursor })).body
  const first = await page({})
  const second = await page({ next: first.page.next })
  const idsOf = ({ data }: { data: { id: string }[] }) => data.map((entry) => entry.id)
  assert.deepEqual([...idsOf(first), ...idsOf(second)], ids)
  assert.deepEqual([first.page.prev, second.page.next], [null, null])
  assert.deepEqual(idsOf(await page({ prev: second.page.prev })), idsOf(first))
})
