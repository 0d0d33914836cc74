// Uploads of many files with one call each to start and to complete them.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { World } from '../worlds/world.ts'
import type { PartUrl } from './uploads.ts'

export const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(100)])

type Refusal = { status: number; code: string; message: string; errors: { path: string; code: string }[] }
type Started = { file: { id: string; parts: PartUrl[] } | null; error: Refusal | null }
type Target = { world: World; projectId: string; key: string; headers?: Record<string, string> }

export function callBatch(
  { world, projectId, key, headers = {} }: Target,
  operation: string,
  files: unknown,
) {
  const route = `POST /api/projects/${projectId}/files/${operation}`
  return world.call(route, { key, headers, body: { files } })
}

export async function startBatch(target: Target, files: unknown): Promise<Started[]> {
  const { status, body } = await callBatch(target, 'upload.batch', files)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

export async function completeBatch(
  target: Target,
  files: unknown,
): Promise<{ id: string; error: Refusal | null }[]> {
  const { status, body } = await callBatch(target, 'upload.complete.batch', files)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

export const stills = (count: number, size = png.length) =>
  Array.from({ length: count }, (_, i) => ({ name: `still ${i}.png`, size }))

/** The code of the refusal and its fields; null for a file that was accepted. */
export const inShort = ({ error }: { error: Refusal | null }) =>
  error && [error.code, ...error.errors.map(({ path, code }) => `${path} ${code}`)].join(' ')
