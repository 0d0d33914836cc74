import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'
import { newPrefixedId } from '../../core/ids.ts'

const world = await startWorld()
const { owner } = await world.project()

/** Creates a project with `width` chains of `depth` folders below one root. */
async function projectWithTree(depth: number, width = 1) {
  const { id: projectId } = await world.project({ owner })
  const root = newPrefixedId('DX')
  await world.database.sql`insert into folders (id, project_id, name) values (${root}, ${projectId}, 'root')`
  let parents = [root]
  for (let level = 2; level <= depth; level++) {
    const ids = Array.from({ length: width }, () => newPrefixedId('DX'))
    const above = ids.map((_, i) => parents[i % parents.length])
    await world.database.sql`
      insert into folders (id, project_id, parent_id, parent_depth, name)
      select id, ${projectId}, parent_id, ${level - 1}, id
      from unnest(${ids}::text[], ${above}::text[]) as made (id, parent_id)`
    parents = ids
  }
  return { projectId, root, leaf: parents[0]! }
}

function remove(id: string, query = '', key = owner.key) {
  return world.call(`DELETE /api/folders/${id}${query}`, { key })
}

async function count(projectId: string): Promise<number> {
  const [row] = await world.database.sql<{ count: number }>`
    select count(*) as count from folders where project_id = ${projectId}`
  return row!.count
}

test('204: an empty folder', async () => {
  const { projectId, leaf } = await projectWithTree(2)
  const answer = await remove(leaf)
  assert.deepEqual([answer.status, answer.body], [204, ''])
  assert.equal(await count(projectId), 1)
})

test('409: a folder that is not empty, without recursive', async () => {
  const { projectId, root } = await projectWithTree(2)
  for (const query of ['', '?recursive=false']) {
    const answer = await remove(root, query)
    assert.deepEqual([answer.status, answer.body.code], [409, 'folder_not_empty'])
  }
  assert.equal(await count(projectId), 2)
  assert.equal((await remove(root, '?recursive=true')).status, 204)
  assert.equal(await count(projectId), 0)
})

test('409: the message counts the contents and says what to do', async () => {
  const way = 'Delete it with `recursive=true`, or move them out first.'
  const message = async (id: string) => (await remove(id)).body.message
  const { projectId, root } = await projectWithTree(2)
  assert.equal(await message(root), `The folder contains 1 folder. ${way}`)
  const first = await putFile(projectId, root)
  await putFile(projectId, root)
  // A second revision does not count as another file.
  await world.database.sql`
    insert into files (id, project_id, folder_id, name, mode, youtube_id, status, position, stack_id, stack_number)
    values (${newPrefixedId('FX')}, ${projectId}, ${root}, 'File', 'YOUTUBE', 'dQw4w9WgXcQ', 'UPLOADED', 1, ${first}, 2)`
  assert.equal(await message(root), `The folder contains 2 files and 1 folder. ${way}`)
  await world.database.sql`delete from folders where parent_id = ${root}`
  assert.equal(await message(root), `The folder contains 2 files. ${way}`)
})

test('204: recursive, on an empty folder', async () => {
  const { projectId, leaf } = await projectWithTree(2)
  assert.equal((await remove(leaf, '?recursive=true')).status, 204)
  assert.equal(await count(projectId), 1)
})

test('204: recursive deletes a deep and wide tree and nothing else', async () => {
  const { projectId, root } = await projectWithTree(20, 50)
  assert.equal(await count(projectId), 1 + 19 * 50)
  await world.call(`POST /api/projects/${projectId}/folders`, { key: owner.key, body: { name: 'stays' } })
  const other = await projectWithTree(2)
  assert.equal((await remove(root, '?recursive=true')).status, 204)
  assert.equal(await count(projectId), 1)
  assert.equal(await count(other.projectId), 2)
})

async function putFile(projectId: string, folderId: string | null): Promise<string> {
  const id = newPrefixedId('FX')
  await world.database.sql`
    insert into files (id, project_id, folder_id, name, mode, youtube_id, status, position, stack_id, stack_number)
    values (${id}, ${projectId}, ${folderId}, 'File', 'YOUTUBE', 'dQw4w9WgXcQ', 'UPLOADED', 1, ${id}, 1)`
  return id
}

test('409: a folder with files; 204: recursive deletes the files in it and below, and no others', async () => {
  const { projectId, root, leaf } = await projectWithTree(3)
  await putFile(projectId, leaf)
  const answer = await remove(leaf)
  assert.deepEqual([answer.status, answer.body.code], [409, 'folder_not_empty'])
  await putFile(projectId, root)
  const outside = await putFile(projectId, null)
  assert.equal((await remove(root, '?recursive=true')).status, 204)
  assert.equal(await count(projectId), 0)
  const left = await world.database.sql`select id from files where project_id = ${projectId}`
  assert.deepEqual(left, [{ id: outside }])
})

test('204: the recursive flag in the body', async () => {
  const { projectId, root } = await projectWithTree(3)
  const answer = await world.call(`DELETE /api/folders/${root}`, {
    key: owner.key,
    body: { recursive: true },
  })
  assert.equal(answer.status, 204)
  assert.equal(await count(projectId), 0)
})

test('400: a recursive flag that is not a boolean, and unknown fields', async () => {
  const { root } = await projectWithTree(1)
  for (const [query, path] of [
    ['?recursive=1', '/recursive'],
    ['?recursive=', '/recursive'],
    ['?recursive=TRUE', '/recursive'],
    ['?recursive=true&recursive=true', '/recursive'],
    ['?force=true', '/force'],
  ] as const) {
    const answer = await remove(root, query)
    assert.deepEqual([answer.status, answer.body.errors[0].path], [400, path])
  }
})

test('204 for members and managers, 403 for reviewers, 404 for others', async () => {
  const { projectId, root } = await projectWithTree(1)
  for (const [role, status] of [
    ['PROJECT_REVIEWER', 403],
    // No file below the folder is visible to restricted reviewers.
    ['PROJECT_RESTRICTED_REVIEWER', 404],
  ] as const) {
    const { key } = await world.member(projectId, role)
    assert.equal((await remove(root, '', key)).status, status, role)
    assert.equal((await remove(root, '?recursive=true', key)).status, status, role)
  }
  const outsider = await world.person()
  assert.equal((await remove(root, '', outsider.key)).status, 404)
  assert.equal(await count(projectId), 1)
  for (const role of ['PROJECT_MANAGER', 'PROJECT_MEMBER'] as const) {
    const tree = await projectWithTree(1)
    const { key } = await world.member(tree.projectId, role)
    assert.equal((await remove(tree.root, '', key)).status, 204, role)
  }
})

test('404: unknown, malformed or already deleted', async () => {
  const { root } = await projectWithTree(1)
  await remove(root)
  for (const id of [root, newPrefixedId('DX'), 'nope']) {
    for (const query of ['', '?recursive=true']) assert.equal((await remove(id, query)).status, 404, id)
  }
})

test('20 concurrent deletes: one 204, otherwise 404', async () => {
  for (const query of ['', '?recursive=true']) {
    const { root } = await projectWithTree(query === '' ? 1 : 5)
    const answers = await Promise.all(Array.from({ length: 20 }, () => remove(root, query)))
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [204, ...Array(19).fill(404)])
  }
})
