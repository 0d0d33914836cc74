// A world with a worker that reviews with skills, and a scripted model.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { until } from '../helpers/until.ts'
import { drawFrame, frameSize } from '../media-corpus/numbered-frames.ts'
import { startReviewModel } from '../stand-ins/review-model-server.ts'
import { newVideo } from './samples/captions.ts'
import { newSkillReviewer, sampleModel } from './samples/skill-reviews.ts'
import { newFile, newObject } from './samples.ts'
import { killWorkersAfterFile, startWorkerProcess, type WorkerProcess } from './worker-process.ts'
import { startWorld } from './world.ts'

const script = new URL('./review-worker.ts', import.meta.url)

/** Frames of `video`. */
export const frames = 30
const skillText = '---\nframes: [7, -1]\n---\n# Look for dark faces'

/** A note as the model answers it. */
export const note = {
  ...{ firstFrame: 14, lastFrame: 16, firstMs: null, lastMs: null, page: null },
  area: { x: 0.1, y: 0.2, width: 0.3, height: 0.4 },
  ...{ text: 'The face is too dark.', confidence: 0.8 },
}

export type Shown = {
  id: string
  state: string
  failure: { code: string; message: string } | null
  costUsd: number | null
  frames: number[]
  notes: object[]
  draftCount: number
}
export type Drafted = {
  id: string
  text: string
  firstFrame: number | null
  lastFrame: number | null
  page: number | null
  state: string
}

type Kind = 'IMAGE' | 'DOCUMENT'
const mimeTypes = { IMAGE: 'image/png', DOCUMENT: 'application/pdf' }
const ended = ['READY', 'FAILED', 'CANCELLED']

/** To be called at the top of a test file. */
export async function startReviewWorld() {
  killWorkersAfterFile()
  const model = await startReviewModel()
  after(() => model.close())
  model.setAnswer({ notes: [note], openNotes: [] })
  const world = await startWorld({ env: { REVIEW_URL: model.url } })
  const { id: projectId, owner } = await world.project()
  const { sql } = world.database
  const { key } = owner
  let worker: WorkerProcess | undefined
  let [proxy, reviewer]: Promise<string>[] = []

  const startWorker = async () => {
    worker = await startWorkerProcess(world.databaseUrl, world.dataDir, model.url, script)
  }

  /** A video of 30 frames, whose previews are ready. `filter`: draws more into the proxy, by ffmpeg. */
  async function video(filter?: string): Promise<string> {
    if (!worker) await startWorker()
    if (filter === undefined) proxy ??= store(makeProxy(), 'video/mp4')
    const objectId = await (filter === undefined ? proxy! : store(makeProxy(filter), 'video/mp4'))
    const fileId = await newVideo(world, projectId, owner)
    await sql`update media set frames = ${frames}, duration_ms = 1200 where file_id = ${fileId}`
    await sql`
      insert into media_derivatives (file_id, name, step, object_id) values (${fileId}, 'proxy.mp4', 'proxy', ${objectId})`
    return fileId
  }

  async function store(bytes: Buffer, mimeType: string): Promise<string> {
    const id = await newObject(world, bytes)
    await sql`update objects set mime_type = ${mimeType} where id = ${id}`
    return id
  }

  /** An image or a document with these previews. */
  async function still(kind: Kind, bytes: Buffer, previews: Record<string, Buffer>): Promise<string> {
    if (!worker) await startWorker()
    const fileId = await newFile(world, projectId, owner)
    const objectId = await store(bytes, mimeTypes[kind])
    await sql`update files set mime_type = ${mimeTypes[kind]}, object_id = ${objectId} where id = ${fileId}`
    const pages = kind === 'DOCUMENT' ? Object.keys(previews).length : null
    await sql`
      insert into media (file_id, state, kind, width, height, pages) values (${fileId}, 'READY', ${kind}, 300, 200, ${pages})`
    for (const [name, image] of Object.entries(previews)) {
      const preview = await store(image, 'image/webp')
      await sql`
        insert into media_derivatives (file_id, name, step, object_id) values (${fileId}, ${name}, 'step', ${preview})`
    }
    return fileId
  }

  function skillReviewer(): Promise<string> {
    reviewer ??= newSkillReviewer(world, projectId, owner, { model: sampleModel, content: skillText })
    return reviewer
  }

  const ask = async (fileId: string, id?: string) =>
    world.call(`POST /api/files/${fileId}/skill-reviews`, {
      key,
      body: { skillReviewerId: id ?? (await skillReviewer()) },
    })
  const shown = async (fileId: string): Promise<{ skillReviews: Shown[]; draftNotes: Drafted[] }> =>
    (await world.call(`GET /api/files/${fileId}/skill-reviews`, { key })).body.data
  const ends = (fileId: string) =>
    until(
      async () => (await shown(fileId)).skillReviews.find(({ state }) => ended.includes(state)),
      () => `the review ends: ${worker?.output()}`,
    )

  return {
    ...{ model, world, projectId, owner, key, sql },
    ...{ video, still, ask, shown, ends, startWorker },
    worker: () => worker!,
    proxy: () => proxy!,
    isIn: (fileId: string, state: string) =>
      until(async () => (await shown(fileId)).skillReviews[0]?.state === state),
    isAsked: (before: number) => until(() => model.requests() > before),
    allEnd: (fileId: string) =>
      until(async () => (await shown(fileId)).skillReviews.every(({ state }) => ended.includes(state))),
    /** A review that must succeed. */
    async review(fileId: string, id?: string): Promise<Shown> {
      const { status, body } = await ask(fileId, id)
      assert.equal(status, 202, JSON.stringify(body))
      const found = await ends(fileId)
      assert.deepEqual([found.state, found.failure], ['READY', null])
      return found
    },
    /** Comments, verdicts and notifications: none of these comes from a model. */
    async published(fileId: string) {
      const [counts] = await sql<{ comments: number; verdicts: number; notifications: number }>`
        select (select count(*)::integer from all_comments where file_id = ${fileId}) as comments,
          (select count(*)::integer from verdicts) as verdicts,
          (select count(*)::integer from notifications) as notifications`
      return counts!
    },
  }
}

/** Three shots of ten frames, with the number of each frame burnt in. */
function makeProxy(filter?: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-review-'))
  const { width, height } = frameSize
  const raw = Array.from({ length: frames }, (_, n) => {
    const frame = drawFrame(n, frameSize)
    // The lower half is of another brightness in each shot.
    frame.fill([20, 235, 20][Math.floor(n / 10)]!, (frame.length * 5) / 8)
    return frame
  })
  const path = join(folder, 'proxy.mp4')
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', '25', '-i', '-']
  const drawn = filter === undefined ? [] : ['-vf', filter]
  const output = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-bf', '0', '-g', '12', '-movflags', '+faststart']
  execFileSync('ffmpeg', ['-v', 'error', ...input, ...drawn, ...output, path], { input: Buffer.concat(raw) })
  const bytes = readFileSync(path)
  rmSync(folder, { recursive: true })
  return bytes
}
