// Random sequences of deleting, restoring, purging, moving and uploading, on a real server and in a model of plain values: nothing
// is lost before its time, nothing is left after it, and the storage has exactly the bytes that the database refers to.
// TRASH_RUNS=200 npm test -- server/test/suites/trash/trash-model.test.ts
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Sql } from '../../../src/core/sql.ts'
import { cleanStorage } from '../../../src/jobs/clean-storage.ts'
import type { PeriodicJob } from '../../../src/jobs/periodic-job.ts'
import { purgeTrash } from '../../../src/jobs/purge-trash.ts'
import { sendParts } from '../../helpers/uploads.ts'
import { startWorld } from '../../worlds/world.ts'
import {
  type Comment,
  deletableComments,
  deleteComment,
  deleteFile,
  deleteFolder,
  deleteVersion,
  depthOf,
  type Entry,
  isRestorable,
  live,
  type Model,
  newModel,
  purge,
  restore,
  shown,
  threads,
  treeOf,
} from './trash-model.ts'

const runs = Number(process.env.TRASH_RUNS ?? 12)
const world = await startWorld()
const { sql } = world.database

type Real = { projectId: string; key: string; session: string; names: number }
type Change = {
  check(model: Model): boolean
  run(model: Model, real: Real): Promise<void>
  toString(): string
}

async function ask({ key }: Real, route: string, body?: object, by = key) {
  return world.call(route, body === undefined ? { key: by } : { key: by, body })
}

async function data(real: Real, route: string, body?: object) {
  const answer = await ask(real, route, body)
  assert.ok(answer.status < 300, `${route}: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

const pick = <Value>(values: readonly Value[], n: number): Value => values[n % values.length]!
const reference = (id: string | null) => (id === null ? null : { id })

/** How often each change was made. */
const done = new Map<string, number>()

/** A change that is possible when `from` finds something to change. */
function change<Value>(
  name: string,
  from: (model: Model) => readonly Value[],
  run: (value: Value, model: Model, real: Real, other: number) => Promise<void>,
): fc.Arbitrary<Change> {
  done.set(name, 0)
  return fc.tuple(fc.nat(1000), fc.nat(1000)).map(([n, other]) => ({
    check: (model) => from(model).length > 0,
    async run(model, real) {
      await run(pick(from(model), n), model, real, other)
      await requireAgreement(model, real)
      done.set(name, done.get(name)! + 1)
    },
    toString: () => `${name}(${n}, ${other})`,
  }))
}

/** The root, or a folder. */
const places = (model: Model) => [null, ...live(model.folders).map(({ id }) => id)]
const entries = (model: Model) => [...model.entries.values()]

const commands: fc.Arbitrary<Change>[] = [
  change('createFolder', places, async (parent, model, real) => {
    if (depthOf(model, parent) === 20) return
    const name = `Folder ${real.names++}`
    const { id } = await data(real, `POST /api/projects/${real.projectId}/folders`, {
      name,
      parent: reference(parent),
    })
    model.folders.set(id, { id, name, parent, entry: null })
  }),
  change('upload', places, async (folder, model, real) => {
    const bytes = `bytes ${real.names++}`
    const started = await data(real, `POST /api/projects/${real.projectId}/files/upload.multipart`, {
      name: 'a.txt',
      size: bytes.length,
      folder: reference(folder),
    })
    const parts = await sendParts(started.parts, Buffer.from(bytes))
    assert.equal((await ask(real, `POST /api/files/${started.id}/upload.complete`, { parts })).status, 204)
    model.files.set(started.id, { id: started.id, folder, bytes, entry: null })
  }),
  change(
    'comment',
    (model) => [null, ...live(model.files)],
    async (file, model, real) => {
      await post(model, real, { file: file?.id ?? null, parent: null })
    },
  ),
  change('reply', threads, async ({ id, file }, model, real) => {
    await post(model, real, { file, parent: id })
  }),
  change(
    'createVersion',
    (model) => live(model.files),
    async ({ id: file }, model, real) => {
      const body = { name: 'Cut', files: [{ id: file }] }
      const { id } = await data(real, `POST /api/projects/${real.projectId}/versions`, body)
      model.versions.set(id, { id, files: [file], entry: null })
    },
  ),
  change(
    'moveFile',
    (model) => live(model.files),
    async (file, model, real, other) => {
      const folder = pick(places(model), other)
      await data(real, `PATCH /api/files/${file.id}`, { folder: reference(folder) })
      file.folder = folder
    },
  ),
  change(
    'moveFolder',
    (model) => live(model.folders),
    async (folder, model, real, other) => {
      const below = new Set(treeOf(model, folder.id).folders.map(({ id }) => id))
      const parent = pick(
        places(model).filter((id) => id === null || !below.has(id)),
        other,
      )
      const answer = await ask(real, `PATCH /api/folders/${folder.id}`, { parent: reference(parent) })
      if (answer.body?.code === 'folder_too_deep') return
      assert.equal(answer.status, 204, JSON.stringify(answer.body))
      folder.parent = parent
    },
  ),
  change(
    'deleteFile',
    (model) => live(model.files),
    async ({ id }, model, real) => {
      await remove(real, `files/${id}`)
      deleteFile(model, id)
    },
  ),
  change(
    'deleteFiles',
    (model) => live(model.files),
    async (_file, model, real) => {
      const ids = live(model.files)
        .slice(0, 3)
        .map(({ id }) => id)
      const files = ids.map((id) => ({ id }))
      assert.equal(
        (await ask(real, `POST /api/projects/${real.projectId}/files/delete`, { files })).status,
        204,
      )
      for (const id of ids) deleteFile(model, id)
    },
  ),
  change(
    'deleteFolder',
    (model) => live(model.folders),
    async ({ id }, model, real) => {
      await remove(real, `folders/${id}?recursive=true`)
      deleteFolder(model, id)
    },
  ),
  change('deleteComment', deletableComments, async ({ id }, model, real) => {
    await remove(real, `comments/${id}`)
    deleteComment(model, id)
  }),
  change(
    'deleteVersion',
    (model) => live(model.versions),
    async ({ id }, model, real) => {
      await remove(real, `versions/${id}`)
      deleteVersion(model, id)
    },
  ),
  change('restore', entries, restoreEntry),
  change('purgeEntry', entries, async (entry, model, real) => {
    const listed = await trash(real)
    const { id } = listed.find(({ record }) => record.id === entry.id)!
    assert.equal((await ask(real, `DELETE /api/trash/${id}`, undefined, real.session)).status, 204)
    purge(model, entry)
    await world.runJob(purgeTrash)
  }),
  change(
    'deleteForGood',
    (model) => live(model.files),
    async ({ id }, model, real) => {
      const answer = await ask(real, `DELETE /api/files/${id}?permanent=true`, undefined, real.session)
      assert.equal(answer.status, 204)
      deleteFile(model, id)
      purge(model, model.entries.get(id)!)
      await world.runJob(purgeTrash)
    },
  ),
  change('passTime', entries, async (_entry, model, real, other) => {
    await passTime(model, real, 1 + (other % model.entries.size))
    await world.runJob(purgeTrash)
  }),
  change('passTimeAndCrash', entries, async (_entry, model, real, other) => {
    await passTime(model, real, 1 + (other % model.entries.size))
    // The first statement marks what is due; the crash comes after any later one.
    await purgeUntilCrash(1 + (other % 9))
    // Comments of files that are being purged are no longer restorable, but may still be listed.
    for (const { record } of await trash(real)) {
      const answer = model.entries.has(record.id)
        ? undefined
        : await ask(real, `POST /api/comments/${record.id}/restore`)
      assert.ok(
        answer === undefined || answer.status === 409 || answer.status === 404,
        JSON.stringify(answer?.body),
      )
    }
    await world.runJob(purgeTrash)
  }),
  change(
    'cleanStorage',
    () => [true],
    async () => {
      await sql`update objects set created_at = created_at - interval '2 days' where stored_at is not null`
      await sql`update objects set stored_at = created_at where stored_at is not null`
      await world.runJob(cleanStorage)
    },
  ),
]

/**
 * More is created and restored than deleted, so that there is something to delete. Versions end with their files, so that they
 * are also deleted more often: no command may remain untried.
 */
const often = [0, 1, 2, 3, 4, 11, 12].flatMap((n) => [commands[n]!, commands[n]!])

async function post(
  model: Model,
  real: Real,
  { file, parent }: Pick<Comment, 'file' | 'parent'>,
): Promise<void> {
  const content = `Comment ${real.names++}`
  const on = file === null ? `projects/${real.projectId}` : `files/${file}`
  const { id } = await data(real, `POST /api/${on}/comments`, {
    content,
    ...(parent === null ? {} : { parent: { id: parent } }),
  })
  model.comments.set(id, { id, file, parent, content, own: 'live' })
}

async function remove(real: Real, path: string): Promise<void> {
  const answer = await ask(real, `DELETE /api/${path}`)
  assert.equal(answer.status, 204, `${path}: ${JSON.stringify(answer.body)}`)
  const again = await ask(real, `DELETE /api/${path}`)
  assert.equal(again.status, 404, `deleted twice: ${path}`)
}

const paths = { FILE: 'files', FOLDER: 'folders', COMMENT: 'comments', VERSION: 'versions' }

async function restoreEntry(entry: Entry, model: Model, real: Real): Promise<void> {
  const route = `POST /api/${paths[entry.kind]}/${entry.id}/restore`
  const answer = await ask(real, route)
  if (!isRestorable(model, entry)) {
    assert.deepEqual([answer.status, answer.body.code], [409, 'file_in_trash'])
    return
  }
  assert.ok(answer.status === 200 || answer.status === 204, `${route}: ${JSON.stringify(answer.body)}`)
  restore(model, entry)
  // Names are unique here, so that none is changed.
  if (entry.kind === 'FOLDER')
    assert.deepEqual(answer.body.data.parent, reference(model.folders.get(entry.id)!.parent))
  assert.equal((await ask(real, route)).status, 404, 'restored twice')
}

/** The time of the oldest entries is over. */
async function passTime(model: Model, { projectId }: Real, count: number): Promise<void> {
  const due = entries(model).slice(0, count)
  await sql`
    update trash set purge_at = now() where project_id = ${projectId} and record_id = any(${due.map(({ id }) => id)})`
  for (const entry of due) if (model.entries.has(entry.id)) purge(model, entry)
}

/** Runs the job until this many statements are committed: what a `kill -9` leaves. */
async function purgeUntilCrash(statements: number): Promise<void> {
  let left = statements
  const crashing: Sql = async (strings, ...values) => {
    if (left-- === 0) throw new Error('crash')
    return sql(strings, ...values)
  }
  const run: PeriodicJob['run'] = (own, services) =>
    purgeTrash.run(own, { ...services, database: { ...services.database, sql: crashing } })
  await world.runJob({ ...purgeTrash, run }).catch((error) => assert.equal(error.message, 'crash'))
}

async function trash(real: Real): Promise<{ id: string; record: { id: string } }[]> {
  const all = []
  for (let next: string | null | undefined; next !== null; ) {
    const { body } = await ask(
      real,
      `QUERY /api/projects/${real.projectId}/trash`,
      next === undefined ? {} : { next },
    )
    all.push(...body.data)
    next = body.page.next
  }
  return all
}

const sorted = (values: unknown[]) => values.map((value) => JSON.stringify(value)).sort()

/** Readers see what the model says, and every entry is listed once. */
async function requireAgreement(model: Model, real: Real): Promise<void> {
  const { projectId } = real
  const [folders, files, versions, listed] = await Promise.all([
    data(real, `GET /api/projects/${projectId}/folders`),
    data(real, `GET /api/projects/${projectId}/files`),
    data(real, `GET /api/projects/${projectId}/versions`),
    trash(real),
  ])
  type Placed = { id: string; parent?: { id: string } | null; folder?: { id: string } | null }
  const place = ({ id, parent, folder }: Placed) => [id, (parent ?? folder)?.id ?? null]
  assert.deepEqual(
    sorted(folders.map(place)),
    sorted(live(model.folders).map(({ id, parent }) => [id, parent])),
  )
  assert.deepEqual(sorted(files.map(place)), sorted(live(model.files).map(({ id, folder }) => [id, folder])))
  assert.deepEqual(
    sorted(versions.map(({ id }: Placed) => id)),
    sorted(live(model.versions).map(({ id }) => id)),
  )
  assert.deepEqual(sorted(listed.map(({ record }) => record.id)), sorted(entries(model).map(({ id }) => id)))
  const comments = await sql<{ id: string; content: string | null }>`
    select id, content from comments where project_id = ${projectId}`
  const expected = [...model.comments.values()].flatMap((comment) => {
    const content = shown(model, comment)
    return content === undefined ? [] : [{ id: comment.id, content }]
  })
  assert.deepEqual(sorted(comments), sorted(expected))
}

/** The database has the rows of what is live or in the trash and no others, and the storage has their bytes. */
async function requireNothingLeft(model: Model, { projectId }: Real): Promise<void> {
  const ids = async (table: 'all_files' | 'all_folders' | 'all_versions') => {
    const rows = {
      all_files: sql<{ id: string }>`select id from all_files where project_id = ${projectId}`,
      all_folders: sql<{ id: string }>`select id from all_folders where project_id = ${projectId}`,
      all_versions: sql<{ id: string }>`select id from all_versions where project_id = ${projectId}`,
    }
    return sorted((await rows[table]).map(({ id }) => id))
  }
  assert.deepEqual(await ids('all_files'), sorted([...model.files.keys()]))
  assert.deepEqual(await ids('all_folders'), sorted([...model.folders.keys()]))
  assert.deepEqual(await ids('all_versions'), sorted([...model.versions.keys()]))
  // Placeholders that are in the trash have a copy with their content.
  const [comments] = await sql<{ contents: string[]; rows: number }>`
    select coalesce(array_agg(content) filter (where content is not null), '{}') as contents, count(*)::integer as rows
    from all_comments where project_id = ${projectId}`
  const kept = [...model.comments.values()]
    .filter(({ own }) => own !== 'purged')
    .map(({ content }) => content)
  assert.deepEqual(sorted(comments!.contents), sorted(kept))
  for (const file of model.files.values()) {
    const [row] = await sql<{
      objectId: string
    }>`select object_id as "objectId" from all_files where id = ${file.id}`
    assert.equal(String(await buffer(await world.storage.read(row!.objectId))), file.bytes)
  }
}

/** Objects of the database and of the storage are the same, and none is without a file. */
async function requireStorage(models: readonly Model[]): Promise<void> {
  const stored = (await Array.fromAsync(world.storage.objects())).map(({ key }) => key)
  const known = (await sql<{ id: string }>`select id from objects`).map(({ id }) => id)
  assert.deepEqual(sorted(stored), sorted(known))
  const files = models.flatMap((model) => [...model.files.values()])
  assert.equal(known.length, files.length)
  const [used] = await sql<{ bytes: number }>`
    select coalesce(sum(size), 0)::integer as bytes from objects where workspace_id is not null and orphaned_at is null`
  assert.equal(
    used!.bytes,
    files.reduce((sum, { bytes }) => sum + bytes.length, 0),
  )
}

async function clean(): Promise<void> {
  await sql`update objects set created_at = created_at - interval '2 days', stored_at = stored_at - interval '2 days'`
  await world.runJob(cleanStorage)
}

const models: Model[] = []

test(`${runs} random sequences: nothing is lost before its time, and nothing is left after it`, async (t) => {
  const property = fc.asyncProperty(
    fc.array(fc.oneof(...commands, ...often), { minLength: 40, maxLength: 80 }),
    async (sequence) => {
      const { id: projectId, owner } = await world.project()
      const real = { projectId, key: owner.key, session: await world.session(owner.userId), names: 0 }
      const model = newModel()
      for (const each of sequence) if (each.check(model)) await each.run(model, real)
      await requireNothingLeft(model, real)
      models.push(model)
      // In the end everything that is in the trash goes, and everything else stays.
      await passTime(model, real, model.entries.size)
      await world.runJob(purgeTrash)
      await requireAgreement(model, real)
      await requireNothingLeft(model, real)
      assert.deepEqual(await sql`select from trash where project_id = ${projectId}`, [])
      await clean()
      await requireStorage(models)
    },
  )
  const untried = () => [...done.values()].includes(0)
  await fc.assert(property, { numRuns: runs, endOnFailure: true })
  // More sequences try what chance has left out.
  for (let more = 0; untried() && more < runs; more++) await fc.assert(property, { numRuns: 1 })
  t.diagnostic([...done].map(([name, count]) => `${name} ${count}`).join(', '))
  for (const [name, count] of done) assert.ok(count > 0, `${name} was not tried`)
})

test('an object that nothing refers to would be found', async () => {
  const key = (await sql<{ id: string }>`select gen_random_uuid()::text as id`)[0]!.id
  await world.storage.write(key, Readable.from([Buffer.from('x')]))
  await assert.rejects(requireStorage(models))
  await world.storage.remove(key)
})
