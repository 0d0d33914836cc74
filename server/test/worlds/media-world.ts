// A world whose previews are made by the stand-in processor, which follows instructions in the file.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Sql } from '../../src/core/sql.ts'
import type { Lane } from '../../src/queue/media-tasks.ts'
import { until } from '../helpers/until.ts'
import { sendParts } from '../helpers/uploads.ts'
import { type Script, scripted, standInProcessors } from '../stand-ins/media-processors.ts'
import { type Person, startWorld, type WorldOptions } from './world.ts'

export const s3Server = process.env.TEST_S3_URL

/** `real`: with the production processors. */
export async function startMediaWorld({ real = false, ...options }: WorldOptions & { real?: boolean } = {}) {
  const gates = mkdtempSync(join(tmpdir(), 'dailies-gates-'))
  // Steps that still wait continue, so that the world can be closed.
  after(() => rmSync(gates, { recursive: true, force: true }))
  const findProcessor = real ? 'configured' : standInProcessors(gates)
  const world = await startWorld({ work: true, findProcessor, ...options })
  const { id: projectId, owner } = await world.project()
  const { sql } = world.database

  async function upload(content: Script | Buffer, name = 'Still.png', replaces?: string): Promise<string> {
    const bytes = Buffer.isBuffer(content) ? content : scripted(content)
    const started = await world.call(`POST /api/projects/${projectId}/files/upload.multipart`, {
      key: owner.key,
      body: { name, size: bytes.length, ...(replaces ? { replaces: { id: replaces } } : {}) },
    })
    const { id, parts } = started.body.data
    const done = await world.call(`POST /api/files/${id}/upload.complete`, {
      key: owner.key,
      body: { parts: await sendParts(parts, bytes) },
    })
    assert.equal(done.status, 204, JSON.stringify(done.body))
    return id
  }

  const file = async (id: string, person: Person = owner) =>
    (await world.call(`GET /api/files/${id}`, { key: person.key })).body.data

  return {
    ...world,
    gates,
    projectId,
    owner,
    upload,
    file,
    /** The media of the file once it is in one of these states. */
    reaches(id: string, ...states: string[]) {
      let state: string | undefined
      return until(
        async () => {
          // A statement costs a tenth of a request. While the database is away, both fail.
          const [row] = await sql<{ state: string }>`select state from media where file_id = ${id}`.catch(
            () => [],
          )
          state = row?.state
          const media = states.includes(state ?? '') ? (await file(id))?.media : undefined
          return states.includes(media?.state) && media
        },
        () => `${states.join(' or ')}, still ${state}`,
      )
    },
    hold: (gate: string) => writeFileSync(join(gates, `hold-${gate}`), ''),
    release: (gate: string) => rmSync(join(gates, `hold-${gate}`)),
    /** Resolves when a step has come to the gate. */
    arrival: (gate: string) => until(() => existsSync(join(gates, `at-${gate}`))),
    scratch: () => {
      const folder = join(world.dataDir, 'scratch')
      return existsSync(folder) ? readdirSync(folder) : []
    },
    storedKeys: async () => (await Array.fromAsync(world.storage.objects(), ({ key }) => key)).toSorted(),
    /** The ids of all objects that the database knows. */
    objectIds: async () => {
      const rows = await sql<{ id: string }>`select id from objects order by id`
      return rows.map(({ id }) => id)
    },
    derivatives: async (id: string) => {
      const rows = await sql<{ name: string; objectId: string }>`
        select name, object_id as "objectId" from media_derivatives where file_id = ${id} order by name`
      return new Map(rows.map(({ name, objectId }) => [name, objectId]))
    },
  }
}

/** Processes a file in the first lane, then in the lane of long steps if it was moved there. */
export async function inLanes(sql: Sql, id: string, run: (lane: Lane) => Promise<void>): Promise<void> {
  const laneOf = async () =>
    (await sql<{ lane: Lane }>`select lane from media where file_id = ${id}`)[0]?.lane
  const first = await laneOf()
  if (first) await run(first)
  if (first !== 'PROXIES' && (await laneOf()) === 'PROXIES') await run('PROXIES')
}

export type MediaWorld = Awaited<ReturnType<typeof startMediaWorld>>
