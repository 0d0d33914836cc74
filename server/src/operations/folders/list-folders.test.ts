import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()

async function treeOf(...paths: string[]) {
  const { id: projectId, owner } = await world.project()
  const ids = new Map<string, string>()
  for (const path of paths) {
    const parentId = ids.get(path.split('/').slice(0, -1).join('/'))
    const answer = await world.call(`POST /api/projects/${projectId}/folders`, {
      key: owner.key,
      body: { name: path.split('/').at(-1), parent: parentId === undefined ? null : { id: parentId } },
    })
    ids.set(path, answer.body.data.id)
  }
  return { projectId, owner, ids }
}

function list(projectId: string, key: string, query = '') {
  return world.call(`GET /api/projects/${projectId}/folders${query}`, { key })
}

test('200: all folders, parents before children and siblings by name', async () => {
  const { projectId, owner, ids } = await treeOf('shots', 'Plates', 'shots/B', 'shots/a', 'Plates/a')
  await treeOf('of another project')
  const answer = await list(projectId, owner.key)
  assert.equal(answer.status, 200)
  const [plates, shots] = [{ id: ids.get('Plates')! }, { id: ids.get('shots')! }]
  const { data } = answer.body
  assert.deepEqual(data.slice(0, 2), [
    { id: plates.id, name: 'Plates', parent: null },
    { id: shots.id, name: 'shots', parent: null },
  ])
  const inner = [
    { id: ids.get('Plates/a')!, name: 'a', parent: plates },
    { id: ids.get('shots/a')!, name: 'a', parent: shots },
  ].sort((a, b) => (a.id < b.id ? -1 : 1))
  assert.deepEqual(data.slice(2), [...inner, { id: ids.get('shots/B'), name: 'B', parent: shots }])
  assert.deepEqual(Object.keys(answer.body), ['data'])
})

test('200: an empty list', async () => {
  const { id, owner } = await world.project()
  assert.deepEqual((await list(id, owner.key)).body, { data: [] })
})

test('200: a long list is not paged', async () => {
  const { id, owner } = await world.project()
  await world.database.sql`
    insert into folders (id, project_id, name)
    select 'DX' || lpad(i::text, 22, '0'), ${id}, 'f' || i from generate_series(1, 300) i`
  assert.equal((await list(id, owner.key)).body.data.length, 300)
})

test('200 for every role; a restricted reviewer sees none without files', async () => {
  const { projectId } = await treeOf('a', 'b')
  for (const [role, count] of [
    ['PROJECT_MANAGER', 2],
    ['PROJECT_MEMBER', 2],
    ['PROJECT_REVIEWER', 2],
    ['PROJECT_RESTRICTED_REVIEWER', 0],
  ] as const) {
    const { key } = await world.member(projectId, role)
    const answer = await list(projectId, key)
    assert.equal(answer.status, 200, role)
    assert.equal(answer.body.data.length, count, role)
  }
})

test('200: a restricted reviewer sees the folders that lead to the files marked for them', async () => {
  const { projectId, owner, ids } = await treeOf('a', 'a/b', 'a/b/c', 'a/b/c/d', 'a/x', 'y', 'z')
  const put = (path: string | null, allowRestricted: boolean) => world.database.sql`
    insert into files (id, project_id, folder_id, name, mode, youtube_id, status, position, stack_id, stack_number, allow_restricted)
    select id, ${projectId}, ${path === null ? null : ids.get(path)}, 'File', 'YOUTUBE', 'dQw4w9WgXcQ', 'UPLOADED', 1, id, 1, ${allowRestricted}
    from (select 'FX' || substr(md5(random()::text), 1, 22) as id) made`
  const { key } = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  const seen = async () =>
    (await list(projectId, key)).body.data.map((folder: { name: string }) => folder.name)
  await put(null, true)
  await put('a/b/c/d', false)
  await put('a/x', false)
  assert.deepEqual(await seen(), [])
  await put('a/b/c', true)
  await put('a/b', true)
  await put('z', true)
  assert.deepEqual(await seen(), ['a', 'z', 'b', 'c'])
  const reviewer = await world.member(projectId, 'PROJECT_REVIEWER')
  for (const everything of [reviewer, owner]) {
    assert.equal((await list(projectId, everything.key)).body.data.length, 7)
  }
})

test('200 for members of the workspace if the project is open to it, but not for guests', async () => {
  const { id } = await world.project({ accessRange: 'ALLOW_WORKSPACE_MEMBER' })
  const [someone, guest] = [await world.person(), await world.person({ role: 'GUEST' })]
  assert.equal((await list(id, someone.key)).status, 200)
  assert.equal((await list(id, guest.key)).status, 404)
})

test('400: an unknown query field', async () => {
  const { id, owner } = await world.project()
  const answer = await list(id, owner.key, '?page=1')
  assert.equal(answer.status, 400)
  assert.deepEqual([answer.body.errors[0].path, answer.body.errors[0].code], ['/page', 'unknown_field'])
})

test('404: unknown or malformed projects, and projects of others', async () => {
  const { id } = await world.project()
  const outsider = await world.person()
  for (const project of [id, '01890000-0000-7000-8000-000000000000', 'nope']) {
    assert.equal((await list(project, outsider.key)).status, 404, project)
  }
})
