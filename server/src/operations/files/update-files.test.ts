import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../../test/helpers/until.ts'
import { newFile, newFolder } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { newPrefixedId } from '../../core/ids.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const { key } = owner

type Row = { tag: string; folder: string | null; allowRestricted: boolean; untouched: boolean }

async function newFiles(count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => newFile(world, projectId, owner, false)))
}

function update(ids: string[], changes: object, project = projectId) {
  const body = { files: ids.map((id) => ({ id })), ...changes }
  return world.call(`PATCH /api/projects/${project}/files`, { key, body })
}

async function stored(ids: string[]): Promise<Row[]> {
  return world.database.sql<Row>`
    select tag, folder_id as folder, allow_restricted as "allowRestricted", updated_at = created_at as untouched
    from files where id = any(${ids}) order by array_position(${ids}, id)`
}

async function updatesOf(ids: string[]) {
  const events: { type: string; data: { file: { id: string } } }[] = []
  let next: string | null | undefined
  // Events leave the outbox when they are numbered; only then the API lists them.
  const { sql } = world.database
  await until(
    async () => (await sql`select from outbox where project_id = ${projectId} limit 1`).length === 0,
  )
  do {
    const body: object = next ? { next } : {}
    const page = await world.call(`QUERY /api/projects/${projectId}/events`, { key, body })
    events.push(...page.body.data)
    next = page.body.page.next
  } while (next)
  return events
    .filter(({ type, data }) => type === 'file.updated' && ids.includes(data.file.id))
    .map(({ data: { file: _, ...data } }) => data)
}

test('204: tag, folder and visibility of 100 files at once, with an event for each', async () => {
  const ids = await newFiles(100)
  const folder = { id: await newFolder(world, projectId, owner) }
  assert.equal((await update(ids, { tag: 'APPROVED', folder, allowRestricted: true })).status, 204)
  const expected = { tag: 'APPROVED', folder: folder.id, allowRestricted: true, untouched: false }
  assert.deepEqual(await stored(ids), Array(100).fill(expected))
  const tag = { from: 'NEED_REVIEW', to: 'APPROVED' }
  const changed = ['tag', 'folder', 'allowRestricted']
  assert.deepEqual(await updatesOf(ids), Array(100).fill({ changed, allowRestricted: true, tag }))
})

test('204: null moves to the root; unchanged files emit no event', async () => {
  const [moved, there] = (await newFiles(2)) as [string, string]
  const folder = await newFolder(world, projectId, owner)
  await world.database.sql`update files set folder_id = ${folder} where id = ${moved}`
  assert.equal((await update([moved, there], { folder: null })).status, 204)
  assert.deepEqual(
    (await stored([moved, there])).map((row) => row.folder),
    [null, null],
  )
  assert.deepEqual(await updatesOf([moved]), [{ changed: ['folder'] }])
  assert.deepEqual(await updatesOf([there]), [])
  const [untouched] = await newFiles(1)
  assert.equal((await update([untouched!], {})).status, 204)
  assert.equal((await stored([untouched!]))[0]!.untouched, true)
})

test('400: unknown and repeated files and files of another project are all named, and nothing changes', async () => {
  const ids = await newFiles(2)
  const other = await world.project({ owner })
  const elsewhere = await newFile(world, other.id, owner)
  const refused = async (given: string[], code: string) => {
    const answer = await update(given, { tag: 'CLOSED' })
    assert.equal(answer.status, 400)
    assert.equal(answer.body.errors[0].code, code)
    return answer.body.errors.map(({ path }: { path: string }) => path)
  }
  const unknown = [ids[0]!, newPrefixedId('FX'), elsewhere, ids[1]!, 'no id', 'FX\0']
  const paths = [1, 2, 4, 5].map((place) => `/files/${place}/id`)
  assert.deepEqual(await refused(unknown, 'not_found'), paths)
  assert.deepEqual(await refused([ids[0]!, ids[1]!, ids[0]!], 'duplicate'), ['/files/2/id'])
  assert.deepEqual(
    (await stored(ids)).map(({ tag }) => tag),
    ['NEED_REVIEW', 'NEED_REVIEW'],
  )
})

test('400: no file, more than 100, a folder of another project, a tag that does not exist', async () => {
  const [id] = (await newFiles(1)) as [string]
  const other = await world.project({ owner })
  const folder = { id: await newFolder(world, other.id, owner) }
  for (const [ids, changes, path] of [
    [[], {}, '/files'],
    [Array.from({ length: 101 }, () => newPrefixedId('FX')), {}, '/files'],
    [[id], { folder }, '/folder/id'],
    [[id], { tag: 'DONE' }, '/tag'],
    [[id], { name: 'Same' }, '/name'],
  ] as const) {
    const answer = await update([...ids], changes)
    assert.equal(answer.status, 400)
    assert.equal(answer.body.errors[0].path, path)
  }
})

test('204: concurrent overlapping selections in opposite orders all succeed', async () => {
  const ids = await newFiles(30)
  const tags = ['APPROVED', 'REJECTED', 'ON_HOLD', 'CLOSED']
  const answers = await Promise.all(
    tags.map((tag, i) => update(i % 2 === 0 ? ids : ids.toReversed(), { tag })),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    [204, 204, 204, 204],
  )
  assert.equal(new Set((await stored(ids)).map(({ tag }) => tag)).size, 1)
})
