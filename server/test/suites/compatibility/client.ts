// A client of the reference that uses nothing but fetch, and one server for the whole suite.
import assert from 'node:assert/strict'
import { type Service, startService } from './start.ts'

const many = 'default=1000000,tier2=1000000,tier3=1000000,tier4=1000000'

/**
 * Most tests are not about limits, so this server has none. `existing-clients/limits.ts` starts one with the
 * defaults.
 */
export const service = await startService({ RATE_LIMITS: many, SESSION_RATE_LIMITS: many })

// biome-ignore lint/suspicious/noExplicitAny: what the server answers is what the tests are about.
export type Answer = { status: number; headers: Headers; text: string; body: any }
export type CallOptions = {
  at?: Service
  key?: string | null
  body?: unknown
  headers?: Record<string, string>
}

/** `call('POST /api/projects', { body })`: as the owner, unless another key is given; null sends no key. */
export async function call(route: string, options: CallOptions = {}): Promise<Answer> {
  const { at = service, key = at.key, body, headers = {} } = options
  const [method, path] = route.split(' ') as [string, string]
  const response = await fetch(at.url + path, {
    method,
    headers: {
      ...(key !== null && { Authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text === '' ? undefined : parse(text),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Returns the `data` of the response; fails when the status differs. */
export async function expect(status: number, route: string, options: CallOptions = {}) {
  const answer = await call(route, options)
  assert.equal(answer.status, status, `${route}: ${answer.text}`)
  return answer.body?.data
}

/** Fails unless the response is a 400 that names these fields, by their JSON pointers. */
export async function expectInvalid(
  paths: string[],
  route: string,
  options: CallOptions = {},
): Promise<void> {
  const answer = await call(route, options)
  assert.equal(answer.status, 400, `${route}: ${answer.text}`)
  assert.deepEqual(
    [...new Set(answer.body.errors.map(({ path }: { path: string }) => path))],
    paths,
    answer.text,
  )
}

let made = 0
/** A name that no other test uses. */
export const unique = (word: string) => `${word} ${++made}`

export async function newProject(options: CallOptions & { name?: string } = {}): Promise<string> {
  const body = { name: options.name ?? unique('Project'), accessRange: 'ONLY_PROJECT_MEMBER' }
  return (await expect(201, 'POST /api/projects', { ...options, body })).id
}

/** Uploads bytes in the three steps of an upload, and returns the file's id. */
export async function newFile(
  projectId: string,
  { name = 'notes.txt', bytes = Buffer.from('notes'), ...options }: CallOptions & UploadedFile = {},
): Promise<string> {
  const start = `POST /api/projects/${projectId}/files/upload.multipart`
  const upload = await expect(201, start, { ...options, body: { name, size: bytes.length } })
  const parts = await sendParts(upload.parts, bytes)
  await expect(204, `POST /api/files/${upload.id}/upload.complete`, { ...options, body: { parts } })
  return upload.id
}

export type UploadedFile = { name?: string; bytes?: Buffer }
type Part = { partNumber: number; url: string }

export async function sendParts(parts: Part[], bytes: Buffer) {
  const length = Math.ceil(bytes.length / parts.length)
  const send = async ({ partNumber, url }: Part) => {
    const piece = bytes.subarray((partNumber - 1) * length, partNumber * length)
    const response = await fetch(url, { method: 'PUT', body: new Uint8Array(piece) })
    assert.equal(response.status, 200, await response.text())
    return { partNumber, eTag: response.headers.get('etag')! }
  }
  return Promise.all(parts.map(send))
}

/** A completed attachment for a comment on a project. */
export async function newAttachment(projectId: string, options: CallOptions = {}): Promise<string> {
  const bytes = Buffer.from(unique('attachment'))
  const start = `POST /api/projects/${projectId}/comment-attachments/upload.multipart`
  const upload = await expect(201, start, { ...options, body: { name: 'note.txt', size: bytes.length } })
  const parts = await sendParts(upload.parts, bytes)
  await expect(204, `POST /api/comment-attachments/${upload.id}/upload.complete`, {
    ...options,
    body: { parts },
  })
  return upload.id
}

export async function newComment(
  projectId: string,
  body: object = { content: 'A comment' },
): Promise<string> {
  return (await expect(201, `POST /api/projects/${projectId}/comments`, { body })).id
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const unknownUuid = '00000000-0000-7000-8000-000000000000'

export function assertUuid(value: unknown): void {
  assert.match(String(value), uuid)
}

export function assertPrefixed(prefix: string, value: unknown): void {
  assert.match(String(value), new RegExp(`^${prefix}\\w+$`))
}

export function assertTimestamp(value: unknown): void {
  assert.match(String(value), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/)
}

/** An image of one pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
