import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFile } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { newPrefixedId } from '../../core/ids.ts'

const world = await startWorld()
const { owner } = await world.project()

/** Creates a project with a chain of folders `names[0]/names[1]/…`. */
async function projectWith(...names: string[]) {
  const { id: projectId } = await world.project({ owner })
  return { projectId, chain: await chainOf(projectId, null, ...names) }
}

async function chainOf(projectId: string, parentId: string | null, ...names: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const name of names) {
    const above = ids.at(-1) ?? parentId
    const answer = await world.call(`POST /api/projects/${projectId}/folders`, {
      key: owner.key,
      body: { name, parent: above === null ? null : { id: above } },
    })
    assert.equal(answer.status, 201, answer.body.message)
    ids.push(answer.body.data.id)
  }
  return ids
}

function update(id: string, body: unknown, key = owner.key) {
  return world.call(`PATCH /api/folders/${id}`, { key, body })
}

async function stored(id: string) {
  const [folder] = await world.database.sql<{ name: string; parent_id: string | null; depth: number }>`
    select name, parent_id, depth from folders where id = ${id}`
  return folder!
}

async function assertCode(
  answer: Promise<{ status: number; body: { code: string } }>,
  status: number,
  code: string,
) {
  const { status: given, body } = await answer
  assert.deepEqual([given, body.code], [status, code])
}

const levels = (count: number) => Array.from({ length: count }, (_, i) => `level ${i + 1}`)

test('204: a folder is renamed', async () => {
  const { chain } = await projectWith('outer', 'inner')
  const answer = await update(chain[1]!, { name: '😀'.repeat(64) })
  assert.deepEqual([answer.status, answer.body], [204, ''])
  assert.deepEqual(await stored(chain[1]!), { name: '😀'.repeat(64), parent_id: chain[0], depth: 2 })
})

test('204: a folder is renamed to the same name in another case', async () => {
  const { chain } = await projectWith('shots')
  assert.equal((await update(chain[0]!, { name: 'Shots' })).status, 204)
  assert.equal((await stored(chain[0]!)).name, 'Shots')
})

test('204: a tree is moved, and its depths change', async () => {
  const { projectId, chain } = await projectWith('a', 'b', 'c')
  const [target] = (await chainOf(projectId, null, 'x', 'y')).slice(-1)
  assert.equal((await update(chain[1]!, { parent: { id: target } })).status, 204)
  assert.deepEqual(await stored(chain[1]!), { name: 'b', parent_id: target, depth: 3 })
  assert.deepEqual(await stored(chain[2]!), { name: 'c', parent_id: chain[1], depth: 4 })
})

test('204: null moves to the root, together with a rename', async () => {
  const { chain } = await projectWith('a', 'b', 'c')
  assert.equal((await update(chain[1]!, { parent: null, name: 'B' })).status, 204)
  assert.deepEqual(await stored(chain[1]!), { name: 'B', parent_id: null, depth: 1 })
  assert.equal((await stored(chain[2]!)).depth, 2)
})

test('204: an update without changes, or a move to the current parent', async () => {
  const { chain } = await projectWith('a', 'b')
  for (const body of [{}, undefined, { parent: { id: chain[0] } }]) {
    assert.equal((await update(chain[1]!, body)).status, 204)
    assert.deepEqual(await stored(chain[1]!), { name: 'b', parent_id: chain[0], depth: 2 })
  }
})

test('400: names that are too long, empty or not a string', async () => {
  const { chain } = await projectWith('a')
  for (const name of ['', 'a'.repeat(65), '😀'.repeat(65), '\0', '\udc00', 1, null]) {
    const answer = await update(chain[0]!, { name })
    assert.equal(answer.status, 400, JSON.stringify(name))
    assert.equal(answer.body.errors[0].path, '/name')
  }
  assert.equal((await stored(chain[0]!)).name, 'a')
})

test('400: unknown or malformed fields', async () => {
  const { chain } = await projectWith('a')
  for (const [body, path] of [
    [{ colour: 1 }, '/colour'],
    [{ parent: {} }, '/parent/id'],
    [{ parent: 'DX' }, '/parent'],
    [{ folderId: chain[0] }, '/folderId'],
  ] as const) {
    const answer = await update(chain[0]!, body)
    assert.deepEqual([answer.status, answer.body.errors[0].path], [400, path])
  }
})

test('400: the same error for a parent that is unknown, malformed or in another project', async () => {
  const { chain } = await projectWith('a')
  const elsewhere = (await projectWith('b')).chain[0]
  const answers = []
  for (const id of [newPrefixedId('DX'), 'DX1', elsewhere]) {
    const answer = await update(chain[0]!, { parent: { id } })
    assert.equal(answer.status, 400)
    answers.push(answer.body.errors)
  }
  const { path, code } = answers[0][0]
  assert.deepEqual([path, code], ['/parent/id', 'not_found'])
  for (const errors of answers) assert.deepEqual(errors, answers[0])
})

test('409: the name of a sibling in the current or in the new parent', async () => {
  const { projectId, chain } = await projectWith('a', 'b')
  const [other] = await chainOf(projectId, null, 'B')
  await assertCode(update(chain[1]!, { parent: null }), 409, 'folder_name_taken')
  await assertCode(update(chain[0]!, { name: 'b' }), 409, 'folder_name_taken')
  assert.equal((await stored(chain[1]!)).parent_id, chain[0])
  assert.equal((await update(other!, { parent: { id: chain[0] }, name: 'c' })).status, 204)
})

test('409: a move into the folder itself or below it', async () => {
  const { chain } = await projectWith('a', 'b', 'c')
  for (const id of chain) await assertCode(update(chain[0]!, { parent: { id } }), 409, 'folder_cycle')
  assert.equal((await stored(chain[0]!)).parent_id, null)
})

test('409: the deepest folder of a moved tree would be deeper than 20', async () => {
  const { projectId, chain } = await projectWith(...levels(18))
  const two = await chainOf(projectId, null, 'two', 'levels')
  const three = await chainOf(projectId, null, 'these', 'are', 'three')
  const bottom = { id: chain.at(-1) }
  assert.equal((await update(two[0]!, { parent: bottom })).status, 204)
  assert.equal((await stored(two[1]!)).depth, 20)
  await assertCode(update(three[0]!, { parent: bottom }), 409, 'folder_too_deep')
  assert.deepEqual(await stored(three[2]!), { name: 'three', parent_id: three[1], depth: 3 })
})

test('204 for members and managers, 403 for reviewers, 404 for others', async () => {
  const { projectId, chain } = await projectWith('a')
  for (const [role, status] of [
    ['PROJECT_MANAGER', 204],
    ['PROJECT_MEMBER', 204],
    ['PROJECT_REVIEWER', 403],
    // No file below the folder is visible to restricted reviewers.
    ['PROJECT_RESTRICTED_REVIEWER', 404],
  ] as const) {
    const { key } = await world.member(projectId, role)
    assert.equal((await update(chain[0]!, { name: role }, key)).status, status, role)
    assert.equal((await update(chain[0]!, { parent: null }, key)).status, status, role)
  }
  const outsider = await world.person()
  assert.equal((await update(chain[0]!, { name: 'no' }, outsider.key)).status, 404)
})

test('403 for a restricted reviewer if a file below the folder is marked for them, otherwise 404', async () => {
  const { projectId, chain } = await projectWith('a', 'b', 'c')
  const { key } = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  const fileId = await newFile(world, projectId, owner)
  await world.database.sql`update files set folder_id = ${chain[1]} where id = ${fileId}`
  const statuses = async () => {
    const answers = await Promise.all(chain.map((id) => update(id, { name: 'no' }, key)))
    return answers.map(({ status }) => status)
  }
  assert.deepEqual(await statuses(), [403, 403, 404])
  await world.database.sql`update files set allow_restricted = false where id = ${fileId}`
  assert.deepEqual(await statuses(), [404, 404, 404])
})

test('404: an unknown or malformed folder', async () => {
  for (const id of [newPrefixedId('DX'), 'DX1', 'nope']) {
    assert.equal((await update(id, { parent: null })).status, 404, id)
    assert.equal((await update(id, { name: 'a' })).status, 404, id)
  }
})
