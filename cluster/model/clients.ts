// The clients of the model. Each works alone, retries until it is acknowledged, and records what must be true at the end.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Journal } from './journal.ts'

export type Model = {
  /** Comments by content: the id that was acknowledged, and the content that the comment must have at the end. */
  comments: Map<string, { id: string; content: string; deleted: boolean }>
  folders: Map<string, string>
  /** Files by id: the bytes that were sent. */
  uploads: Map<string, Buffer>
  /** Generations by prompt: the id of the file. */
  generations: Map<string, string>
  /** Creations that were never acknowledged: they may have happened once. */
  unknown: Set<string>
}

const paceMs = 150
const commentWriters = 3
/** Previews take seconds of CPU time on a busy machine; more of them would only wait. */
const fileEveryMs = 3_000

/** A PNG of one pixel; bytes behind the image make each file unique. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export function startClients(journal: Journal, projectId: string) {
  const model: Model = {
    comments: new Map(),
    folders: new Map(),
    uploads: new Map(),
    generations: new Map(),
    unknown: new Set(),
  }
  const project = `/api/projects/${projectId}`

  /** Creates a record once, under an idempotency key of its own. */
  async function create(kind: string, path: string, name: string, body: object, status: number) {
    const answer = await journal.send(kind, `POST ${path}`, {
      body,
      idempotencyKey: randomUUID(),
      expected: [status],
    })
    if (!answer) model.unknown.add(name)
    return answer?.body.data as { id: string; parts?: { url: string }[] } | undefined
  }

  async function comment(): Promise<void> {
    const content = `comment ${randomUUID()}`
    const created = await create('create comment', `${project}/comments`, content, { content }, 201)
    if (!created) return
    const record = { id: created.id, content, deleted: false }
    model.comments.set(content, record)
    const turn = Math.random()
    const path = `/api/comments/${created.id}`
    if (turn < 0.4) {
      const body = { content: `${content}, edited` }
      // Until it is acknowledged, either content is right; nothing else changes this comment afterwards.
      if (await journal.send('update comment', `PATCH ${path}`, { body, expected: [204] }))
        record.content = body.content
      else model.unknown.add(content)
    } else if (turn < 0.6) {
      // A retry finds nothing when the first attempt was executed.
      const answer = await journal.send('delete comment', `DELETE ${path}`, { expected: [204, 404] })
      if (answer?.status === 404 && !answer.doubtful)
        journal.violations.push(`${content}: 404 before deletion`)
      if (answer) record.deleted = true
      else model.unknown.add(content)
    }
  }

  async function folder(): Promise<void> {
    const name = `Folder ${randomUUID()}`
    const created = await create('create folder', `${project}/folders`, name, { name }, 201)
    if (created) model.folders.set(name, created.id)
    await pause(300)
  }

  async function upload(): Promise<void> {
    const bytes = Buffer.concat([pixel, Buffer.from(randomUUID())])
    const body = { name: `still ${randomUUID()}.png`, size: bytes.length }
    const started = await create('start upload', `${project}/files/upload.multipart`, body.name, body, 201)
    const eTag = started && (await sendPart(started.parts![0]!.url, bytes))
    if (!eTag) return
    const parts = [{ partNumber: 1, eTag }]
    const route = `POST /api/files/${started.id}/upload.complete`
    const request = { body: { parts }, idempotencyKey: randomUUID(), expected: [204] }
    if (await journal.send('complete upload', route, request)) model.uploads.set(started.id, bytes)
    await pause(fileEveryMs)
  }

  /** Straight to the storage, as browsers do; the storage is not part of Dailies, so its errors do not count. */
  async function sendPart(url: string, bytes: Buffer): Promise<string | undefined> {
    while (!journal.ended()) {
      const put = fetch(url, {
        method: 'PUT',
        body: new Uint8Array(bytes),
        signal: AbortSignal.timeout(10_000),
      })
      const response = await put.catch(() => undefined)
      const eTag = response?.ok ? response.headers.get('ETag') : undefined
      if (eTag) return eTag
      await pause(1_000)
    }
    return undefined
  }

  async function generate(): Promise<void> {
    const prompt = `a picture of ${randomUUID()}`
    const body = { outputType: 'IMAGE', outputModel: 'gpt-image-2', folder: null, attachments: [], prompt }
    const created = await create('generate', `${project}/files/upload.generate`, prompt, body, 202)
    if (created) model.generations.set(prompt, created.id)
    await pause(fileEveryMs)
  }

  async function repeat(work: () => Promise<void>): Promise<void> {
    while (!journal.ended()) {
      await work()
      await pause(paceMs)
    }
  }

  const work = [...Array.from({ length: commentWriters }, () => comment), folder, upload, generate]
  const running = work.map(repeat)
  return {
    model,
    async stop() {
      journal.end()
      await Promise.all(running)
    },
  }
}
