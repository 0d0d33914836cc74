// Writes continuously and records the acknowledged writes, which must never be lost.
import assert from 'node:assert/strict'
import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { call } from '../../worlds/world.ts'

export type WriteLoad = {
  /** Ids of folders whose creation was acknowledged. */
  acknowledged: Set<string>
  /** Names of folders whose requests got no response. */
  unanswered: Set<string>
  /** Responses that are neither success nor `unavailable`, and the duration of the slowest. */
  oddities: string[]
  slowestMs: number
  stop(): Promise<void>
}

const writers = 8

export function startWriting(url: string, key: string, projectId: string): WriteLoad {
  const load: WriteLoad = {
    acknowledged: new Set(),
    unanswered: new Set(),
    oddities: [],
    slowestMs: 0,
    async stop() {
      stopped = true
      await Promise.all(running)
    },
  }
  let stopped = false

  async function write(): Promise<void> {
    while (!stopped) {
      const name = `Folder ${crypto.randomUUID()}`
      const start = performance.now()
      try {
        const { status, body } = await createFolder(url, key, projectId, name)
        if (status === 201) load.acknowledged.add(body.data.id)
        else if (status === 503) await pause(100)
        else load.oddities.push(`${status} ${JSON.stringify(body)}`)
      } catch {
        load.unanswered.add(name)
        await pause(100)
      }
      load.slowestMs = Math.max(load.slowestMs, performance.now() - start)
    }
  }
  const running = Array.from({ length: writers }, write)
  // A failing test must not leave its writers running.
  after(() => load.stop())
  return load
}

/** The name is also the Idempotency-Key, so that a retry is the same request. */
export function createFolder(url: string, key: string, projectId: string, name: string) {
  const headers = { 'Idempotency-Key': name.replaceAll(' ', '-') }
  return call(url, `POST /api/projects/${projectId}/folders`, { key, body: { name }, headers })
}

export async function assertKept(
  url: string,
  key: string,
  projectId: string,
  load: WriteLoad,
): Promise<void> {
  const { body } = await call(url, `GET /api/projects/${projectId}/folders`, { key })
  const kept = new Set(body.data.map((folder: { id: string }) => folder.id))
  const lost = [...load.acknowledged].filter((id) => !kept.has(id))
  assert.deepEqual(lost, [], `${lost.length} of ${load.acknowledged.size} acknowledged writes are lost`)
}

/** Repeats the writes without a response: each must be executed once, whether it had been executed or not. */
export async function assertRetriable(
  url: string,
  key: string,
  projectId: string,
  load: WriteLoad,
): Promise<void> {
  for (const name of load.unanswered) {
    const [first, second] = [
      await createFolder(url, key, projectId, name),
      await createFolder(url, key, projectId, name),
    ]
    assert.deepEqual([first.status, second.body], [201, first.body], JSON.stringify(first.body))
  }
}
