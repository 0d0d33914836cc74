import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { missing } from '../../../test/helpers/media-tools.ts'
import { startWorld, type World } from '../../../test/worlds/world.ts'
import type { Services } from '../../core/services.ts'
import { type Assets, drawAssets } from './draw-assets.ts'
import { demoName } from './fill-project.ts'
import { makeDemo } from './make-demo.ts'

const logger = pino({ level: 'silent' })
const withFilm = { ffmpeg: undefined, ffprobe: undefined }
const withoutFilm = { ffmpeg: '/nowhere/ffmpeg', ffprobe: '/nowhere/ffprobe' }

/** A world whose workspace is due for a demo, and its owner. */
async function dueWorld() {
  const world = await startWorld()
  const owner = await world.person({ role: 'OWNER', name: 'Owner' })
  await world.database.sql`update workspaces set demo_due = true where id = ${world.workspaceId}`
  return { world, owner }
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-demo-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const drawnFolder = temporaryFolder()
let drawn: Promise<Assets> | undefined

/** Draws the files without a video once, for all demos of this file. */
const draw: typeof drawAssets = (folder, ffmpeg, signal) => {
  if (ffmpeg !== null) return drawAssets(folder, ffmpeg, signal)
  drawn ??= drawAssets(drawnFolder, null, signal)
  return drawn
}

function make(services: Services, tools = withoutFilm as typeof withFilm | typeof withoutFilm) {
  const folder = join(temporaryFolder(), 'demo')
  return makeDemo(services, { tools, folder, logger, signal: new AbortController().signal, draw })
}

async function read(world: World, key: string, route: string, body?: object) {
  const answer = await world.call(route, { key, body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data
}

type Comment = {
  content: string
  duration: number | null
  resolvedAt: string | null
  resolved?: boolean
  annotation: { shapes: { kind: string }[] } | null
}

test('the demo has a video in two revisions, an image, a document and a 3D model, with comments by two people', {
  skip: missing('ffmpeg'),
}, async () => {
  const { world, owner } = await dueWorld()
  const { key } = owner
  await make(world.services, withFilm)
  const [project, ...others] = await read(world, key, 'QUERY /api/projects', {})
  assert.deepEqual([project.name, others], [demoName, []])
  const files = await read(world, key, `QUERY /api/projects/${project.id}/files`, { latest: true })
  assert.deepEqual(
    files.map(
      ({
        name,
        mimeType,
        status,
        stack,
      }: {
        name: string
        mimeType: string
        status: string
        stack: { number: number }
      }) => [name, mimeType, status, stack.number],
    ),
    [
      ['SC12_SH040.mp4', 'video/mp4', 'UPLOADED', 2],
      ['Poster.png', 'image/png', 'UPLOADED', 1],
      ['Clapper.glb', 'model/gltf-binary', 'UPLOADED', 1],
      ['Night Harbour treatment.pdf', 'application/pdf', 'UPLOADED', 1],
    ],
  )
  const [version] = await read(world, key, `GET /api/projects/${project.id}/versions`)
  assert.equal(version.status, 'NEED_REVIEW')

  const revisions = await read(world, key, `QUERY /api/projects/${project.id}/files`, {
    stack: { id: files[0].stack.id },
  })
  const said: Comment[] = []
  for (const { id } of [...revisions, ...files.slice(1)])
    said.push(...(await read(world, key, `QUERY /api/files/${id}/comments`, {})))
  const kinds = new Set(said.flatMap(({ annotation }) => annotation?.shapes.map(({ kind }) => kind) ?? []))
  assert.deepEqual([...kinds].sort(), ['arrow', 'box', 'pen', 'text'])
  assert.ok(said.some(({ duration }) => duration !== null))
  const [counts] = await world.database.sql<Record<string, number>>`
    select count(distinct author_id)::integer as people, count(*) filter (where parent_id is not null)::integer as replies,
      count(*) filter (where resolved_at is not null)::integer as resolved,
      (select count(*)::integer from comment_reactions) as reactions,
      (select count(*)::integer from media where state = 'PENDING') as waiting
    from comments`
  assert.equal(counts!.people, 2)
  assert.ok(counts!.replies! >= 5 && counts!.resolved! >= 1 && counts!.reactions! >= 3)
  assert.equal(counts!.waiting, 5, 'previews are queued for each file')
  assert.deepEqual(await world.database.sql`select id from workspaces where demo_due`, [])
  const [workspace] = await world.database.sql`select demo_file_id as opens from workspaces`
  assert.equal(workspace!.opens, files[0].id, 'the first sign-in opens the newest revision of the video')
})

test('without ffmpeg there is no video, and a comment says why', async () => {
  const { world, owner } = await dueWorld()
  await make(world.services)
  const [project] = await read(world, owner.key, 'QUERY /api/projects', {})
  const files = await read(world, owner.key, `GET /api/projects/${project.id}/files`)
  assert.equal(files.length, 3)
  const comments: Comment[] = await read(world, owner.key, `QUERY /api/projects/${project.id}/comments`, {})
  assert.ok(comments.some(({ content }) => content.includes('ffmpeg')))

  // A demo that people have deleted is not created again.
  await world.database.sql`update projects set destroyed_at = now()`
  await make(world.services)
  assert.deepEqual(await read(world, owner.key, 'QUERY /api/projects', {}), [])
})

test('two nodes that start together create one demo', async () => {
  const { world, owner } = await dueWorld()
  await Promise.all([make(world.services), make(world.services)])
  assert.equal((await read(world, owner.key, 'QUERY /api/projects', {})).length, 1)
})

test('an interrupted demo is deleted and created again', async () => {
  const { world, owner } = await dueWorld()
  for (const after of [1, 9]) {
    let changes = 0
    const changed = () => {
      changes++
      if (changes === after) throw new Error('the process was interrupted')
    }
    await make({ ...world.services, changed })
    assert.equal((await world.database.sql`select id from workspaces where demo_due`).length, 1)
  }
  const [half] = await read(world, owner.key, 'QUERY /api/projects', {})
  await make(world.services)
  const listed = await read(world, owner.key, 'QUERY /api/projects', {})
  assert.equal(listed.length, 1)
  assert.notEqual(listed[0].id, half.id)
  assert.equal((await read(world, owner.key, `GET /api/projects/${listed[0].id}/files`)).length, 3)
  const people = await world.database.sql`select id from users where name = 'Mira Lindqvist'`
  assert.equal(people.length, 1)
})

test('without a due demo, nothing is rendered', async () => {
  const world = await startWorld()
  await make(world.services)
  assert.deepEqual(await world.database.sql`select id from projects`, [])
})
