// A still of a file for messages: its thumbnail as JPEG, because Slack, Teams and many mail programs do not show WebP. It is
// made when the first message needs it, and stored as a derivative of the file.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createKeyedLock } from '../core/keyed-lock.ts'
import type { Database } from '../core/sql.ts'
import { reachStorage, type Storage } from '../core/storage.ts'
import { runNodeChild } from '../sandbox/node-child.ts'
import { idOf, removeObjects } from './store-derivatives.ts'

export type Area = { left: number; top: number; width: number; height: number }
export type StillInput = { image: Uint8Array; area?: Area | undefined }
export type StillAnswer = { image: Uint8Array | null }

export const stillName = 'still.jpg'
export const stillType = 'image/jpeg'
const limits = { seconds: 10, megabytes: 400 }
/** A message is sent without a still that takes longer. It is stored nevertheless, for the next message. */
const patienceMs = 5_000

export type StillOptions = { database: Database; storage: Storage }

export type Stills = {
  /** The object that the still is made of; undefined if the file has no thumbnail. */
  thumbnailOf(fileId: string): Promise<string | undefined>
  /** The object of the still; undefined if there is none in time. */
  stillOf(fileId: string): Promise<string | undefined>
}

export function createStills({ database, storage }: StillOptions): Stills {
  const { sql } = database
  const once = createKeyedLock()

  async function find(fileId: string): Promise<{ thumbnailId: string; stillId: string | null } | undefined> {
    const [found] = await sql<{ thumbnailId: string; stillId: string | null }>`
      select t.object_id as "thumbnailId", s.object_id as "stillId" from media_derivatives t
      left join media_derivatives s on s.file_id = t.file_id and s.name = ${stillName}
      where t.file_id = ${fileId} and t.name like 'thumbnail.%'`
    return found
  }

  async function make(fileId: string): Promise<string | undefined> {
    const found = await find(fileId)
    if (!found) return undefined
    const id = idOf(`${found.thumbnailId} ${stillName}`)
    if (found.stillId === id) return id
    const image = await toJpeg(await readObject(storage, found.thumbnailId))
    if (!image) return undefined
    await reachStorage(() => storage.write(id, Readable.from([image])))
    await store(fileId, id, image.length)
    if (found.stillId !== null) await removeObjects(sql, storage, [found.stillId])
    return id
  }

  async function store(fileId: string, id: string, size: number): Promise<void> {
    await sql`
      with object as (
        insert into objects (id, upload_id, size, part_size, mime_type, stored_at)
        values (${id}, 'derived', ${size}, ${size}, ${stillType}, now())
        on conflict on constraint objects_pkey do update set orphaned_at = null
        returning id
      )
      insert into media_derivatives (file_id, name, step, object_id)
      select ${fileId}, ${stillName}, 'still', id from object
      on conflict on constraint media_derivatives_pkey do update set object_id = excluded.object_id`
  }

  return {
    thumbnailOf: async (fileId) => (await find(fileId))?.thumbnailId,
    stillOf: (fileId) => inTime(once(fileId, () => make(fileId))),
  }
}

/** A message never depends on its still. */
export async function inTime<Result>(work: Promise<Result>): Promise<Result | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(late.resolve, patienceMs, undefined)
  return Promise.race([work.catch(() => undefined), late.promise]).finally(() => clearTimeout(timer))
}

export async function readObject(storage: Storage, id: string): Promise<Buffer> {
  return buffer(await reachStorage(() => storage.read(id)))
}

/** The image, or a part of it, as JPEG; null if it cannot be read. */
export async function toJpeg(image: Uint8Array, area?: Area): Promise<Uint8Array | null> {
  const { answer } = await runNodeChild<StillAnswer>({
    module: new URL('./image/still-child.ts', import.meta.url),
    input: { image, area } satisfies StillInput,
    ...{ limits, signal: AbortSignal.timeout(2 * limits.seconds * 1000) },
  })
  return answer?.image ?? null
}
