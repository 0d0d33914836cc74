// A still of a file for chat messages: its thumbnail as JPEG, because Slack and Teams do not show WebP. It is made when the
// first message needs it, and stored as a derivative of the file.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createKeyedLock } from '../core/keyed-lock.ts'
import { createPublicResolve, isPublicHost, type Resolve } from '../core/public-network.ts'
import type { Database } from '../core/sql.ts'
import { reachStorage, type Storage } from '../core/storage.ts'
import type { ChatFormat } from '../records/webhook.ts'
import { runNodeChild } from '../sandbox/node-child.ts'
import { idOf, removeObjects } from './store-derivatives.ts'

export type StillInput = { image: Uint8Array }
export type StillAnswer = { image: Uint8Array | null }

const name = 'still.jpg'
const mimeType = 'image/jpeg'
const limits = { seconds: 10, megabytes: 400 }
/** The message is sent without a still that takes longer. The still is stored nevertheless, for the next message. */
const patienceMs = 5_000
/** Chat services fetch an image once and store it, but some only when somebody opens the channel. */
const validSeconds = 7 * 24 * 60 * 60

export type ChatStillOptions = { database: Database; storage: Storage; resolve?: Resolve }

type Stills = (fileId: string, format: ChatFormat) => Promise<string | undefined>

/** The URL of a still, unless the file has none or the chat service could not fetch it. */
export function createChatStills({
  database,
  storage,
  resolve = createPublicResolve(),
}: ChatStillOptions): Stills {
  const { sql } = database
  const once = createKeyedLock()

  const urlOf = (objectId: string) =>
    storage.downloadUrl(objectId, { fileName: name, mimeType, inline: true, seconds: validSeconds })

  /** A phone with the app of ntfy may be in the network of this server; the other services are on the internet. */
  async function isReachable(url: string, format: ChatFormat): Promise<boolean> {
    const { protocol, hostname } = new URL(url)
    return format === 'ntfy' || (protocol === 'https:' && (await isPublicHost(hostname, resolve)))
  }

  async function find(fileId: string): Promise<{ thumbnailId: string; stillId: string | null } | undefined> {
    const [found] = await sql<{ thumbnailId: string; stillId: string | null }>`
      select t.object_id as "thumbnailId", s.object_id as "stillId" from media_derivatives t
      left join media_derivatives s on s.file_id = t.file_id and s.name = ${name}
      where t.file_id = ${fileId} and t.name like 'thumbnail.%'`
    return found
  }

  async function make(fileId: string): Promise<string | undefined> {
    const found = await find(fileId)
    if (!found) return undefined
    const id = idOf(`${found.thumbnailId} ${name}`)
    if (found.stillId === id) return id
    const image = await convert(await buffer(await reachStorage(() => storage.read(found.thumbnailId))))
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
        values (${id}, 'derived', ${size}, ${size}, ${mimeType}, now())
        on conflict on constraint objects_pkey do update set orphaned_at = null
        returning id
      )
      insert into media_derivatives (file_id, name, step, object_id)
      select ${fileId}, ${name}, 'still', id from object
      on conflict on constraint media_derivatives_pkey do update set object_id = excluded.object_id`
  }

  return async (fileId, format) => {
    const found = await find(fileId)
    if (!found || !(await isReachable(await urlOf(found.thumbnailId), format))) return undefined
    const made = once(fileId, () => make(fileId)).catch(() => undefined)
    const late = Promise.withResolvers<undefined>()
    const timer = setTimeout(late.resolve, patienceMs, undefined)
    const id = await Promise.race([made, late.promise])
    clearTimeout(timer)
    return id === undefined ? undefined : urlOf(id)
  }
}

async function convert(image: Uint8Array): Promise<Uint8Array | null> {
  const { answer } = await runNodeChild<StillAnswer>({
    module: new URL('./image/still-child.ts', import.meta.url),
    input: { image } satisfies StillInput,
    ...{ limits, signal: AbortSignal.timeout(2 * limits.seconds * 1000) },
  })
  return answer?.image ?? null
}
