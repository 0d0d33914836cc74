// kill -9 of the server, and of Postgres, while folders, files, comments and versions are deleted and restored: each is in the trash
// with everything that belongs to it, or not at all; what was answered has happened; and the bytes are there.
// CRASH_ROUNDS=20 npm test -- server/test/suites/trash/restore-crash.test.ts
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sendParts } from '../../helpers/uploads.ts'
import { admin, firstStartOf, killPostgres, makeDataDir, startServer } from '../../worlds/server-process.ts'
import { call } from '../../worlds/world.ts'

const rounds = Number(process.env.CRASH_ROUNDS ?? 2)
const dataDir = makeDataDir()
let server = await startServer(dataDir)
const { key } = firstStartOf(dataDir)
const projectId = (await made('POST /api/projects', { name: 'Crash', accessRange: 'ONLY_PROJECT_MEMBER' })).id

function ask(route: string, body?: object) {
  return call(server.url, route, { key, ...(body && { body }) })
}

async function made(route: string, body: object) {
  const answer = await ask(route, body)
  assert.equal(answer.status, 201, `${route}: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

type Upload = { id: string; bytes: Buffer }
type State = 'live' | 'deleted'
/** A record that is deleted and restored again and again. `pending`: the state that a request without an answer asked for. */
type Subject = {
  id: string
  path: string
  /** The view that a reader has of it and of everything that belongs to it. */
  reads: string[]
  files: Upload[]
  seen: Record<State, unknown>
  state: State
  pending: State | undefined
}

const newFolder = async (name: string, parent: string | null) =>
  (
    await made(`POST /api/projects/${projectId}/folders`, {
      name,
      parent: parent === null ? null : { id: parent },
    })
  ).id as string

async function newFile(folder: string | null): Promise<Upload> {
  const bytes = randomBytes(1000)
  const place = folder === null ? null : { id: folder }
  const route = `POST /api/projects/${projectId}/files/upload.multipart`
  const { id, parts } = await made(route, { name: 'a.bin', size: bytes.length, folder: place })
  const sent = await sendParts(parts, bytes)
  assert.equal((await ask(`POST /api/files/${id}/upload.complete`, { parts: sent })).status, 204)
  return { id, bytes }
}

/** A comment with a reaction and a reply. */
async function newThread(fileId: string): Promise<string> {
  const { id } = await made(`POST /api/files/${fileId}/comments`, { content: 'Shorter' })
  await made(`POST /api/files/${fileId}/comments`, { content: 'How much?', parent: { id } })
  assert.ok((await ask(`POST /api/comments/${id}/reactions`, { type: '👍' })).status < 300)
  return id
}

const newVersion = async (fileId: string) =>
  (await made(`POST /api/projects/${projectId}/versions`, { name: 'Cut', files: [{ id: fileId }] }))
    .id as string

const fileReads = (id: string) => [`GET /api/files/${id}`, `GET /api/files/${id}/comments`]

async function subject(path: string, id: string, reads: string[], files: Upload[] = []): Promise<Subject> {
  const one: Subject = {
    id,
    path,
    reads,
    files,
    seen: { live: undefined, deleted: undefined },
    state: 'live',
    pending: undefined,
  }
  one.seen.live = await look(one)
  await change(one, 'deleted')
  one.seen.deleted = await look(one)
  await change(one, 'live')
  assert.deepEqual(await look(one), one.seen.live)
  assert.notDeepEqual(one.seen.live, one.seen.deleted)
  return one
}

/** Without what changes by itself: signed URLs and times. */
async function look({ reads }: Subject): Promise<unknown> {
  const answers = await Promise.all(reads.map((route) => ask(route)))
  const lasting = (name: string, value: unknown) => (/url$|At$/i.test(name) ? undefined : value)
  return answers.map(({ status, body }) => [status, JSON.stringify(body.data ?? null, lasting)])
}

async function change(one: Subject, to: State): Promise<void> {
  one.pending = to
  const query = one.path === 'folders' ? '?recursive=true' : ''
  const record = `/api/${one.path}/${one.id}`
  const { status, body } = await ask(
    to === 'deleted' ? `DELETE ${record}${query}` : `POST ${record}/restore`,
    to === 'deleted' ? undefined : {},
  )
  assert.ok(status === 200 || status === 204, `${to} ${record}: ${status} ${JSON.stringify(body)}`)
  one.state = to
  one.pending = undefined
}

/** Deletes and restores until the server is gone; returns the number of answers. */
async function alternate(one: Subject): Promise<number> {
  for (let answers = 0; ; answers++) {
    try {
      await change(one, one.state === 'live' ? 'deleted' : 'live')
    } catch (error) {
      if (error instanceof assert.AssertionError && !/: 50\d /.test(error.message)) throw error
      return answers
    }
  }
}

async function listed(): Promise<string[]> {
  const { body } = await ask(`QUERY /api/projects/${projectId}/trash`, {})
  return body.data.map(({ record }: { record: { id: string } }) => record.id)
}

const file = await newFile(null)
const [inFolder, below, versionFile] = [
  await newFolder('A', null),
  await newFolder('B', null),
  await newFile(null),
]
const deep = [await newFile(inFolder), await newFile(await newFolder('Below', inFolder))]
const alone = await newFile(below)
await newThread(alone.id)
for (const { id } of deep) await newThread(id)
const thread = await newThread(file.id)
const version = await newVersion(versionFile.id)
const subjects = [
  await subject(
    'folders',
    inFolder,
    deep.flatMap(({ id }) => fileReads(id)),
    deep,
  ),
  await subject('files', alone.id, fileReads(alone.id), [alone]),
  await subject('comments', thread, [`GET /api/comments/${thread}`, `GET /api/comments/${thread}/replies`]),
  await subject('versions', version, [`GET /api/versions/${version}`]),
]

const kills: Record<string, () => Promise<void>> = {
  'the server': () => server.kill(),
  'the server and Postgres': async () => {
    const gone = server.kill()
    killPostgres(dataDir)
    await gone
  },
}

for (const [what, kill] of Object.entries(kills)) {
  test(`kill -9 of ${what} while records are deleted and restored, ${rounds} times`, async (t) => {
    for (let round = 0; round < rounds; round++) {
      const loads = Promise.all(subjects.map(alternate))
      await pause(300 + Math.random() * 300)
      await kill()
      const answers = await loads
      server = await startServer(dataDir)
      const trash = await listed()
      const found: string[] = []
      for (const one of subjects) {
        const now = await look(one)
        const state: State = trash.includes(one.id) ? 'deleted' : 'live'
        assert.deepEqual(now, one.seen[state], `half of ${one.path} is ${state}`)
        assert.ok([one.state, one.pending].includes(state), `${one.path}: an answered request is undone`)
        found.push(`${one.path} ${one.pending ?? 'answered'}: ${state}`)
        Object.assign(one, { state, pending: undefined })
      }
      assert.equal(new Set(trash).size, trash.length)
      assert.equal(trash.length, subjects.filter(({ state }) => state === 'deleted').length)
      t.diagnostic(`round ${round + 1}: ${answers} answers; ${found.join(', ')}`)
    }
    for (const one of subjects) {
      if (one.state === 'deleted') await change(one, 'live')
      assert.deepEqual(await look(one), one.seen.live)
      for (const { id, bytes } of one.files) {
        const { body } = await ask(`GET /api/files/${id}/download`)
        assert.ok(Buffer.from(await (await fetch(body.data.url)).arrayBuffer()).equals(bytes))
      }
    }
    assert.deepEqual(await listed(), [])
    const { objects, unknown } = await admin(dataDir, 'storage', 'status')
    assert.deepEqual([objects, unknown], [5, 0])
  })
}
