// The URL of a still, for chat messages.
import { createPublicResolve, isPublicHost, type Resolve } from '../core/public-network.ts'
import type { Storage } from '../core/storage.ts'
import type { ChatFormat } from '../records/webhook.ts'
import { createStills, type StillOptions, stillName, stillType } from './still.ts'

/** Chat services fetch an image once and store it, but some only when somebody opens the channel. */
const validSeconds = 7 * 24 * 60 * 60

export type ChatStillOptions = StillOptions & { storage: Storage; resolve?: Resolve }

type ChatStills = (fileId: string, format: ChatFormat) => Promise<string | undefined>

/** The URL of a still, unless the file has none or the chat service could not fetch it. */
export function createChatStills({
  database,
  storage,
  resolve = createPublicResolve(),
}: ChatStillOptions): ChatStills {
  const { thumbnailOf, stillOf } = createStills({ database, storage })

  const urlOf = (objectId: string) =>
    storage.downloadUrl(objectId, {
      ...{ fileName: stillName, mimeType: stillType, inline: true, seconds: validSeconds },
    })

  /** A phone with the app of ntfy may be in the network of this server; the other services are on the internet. */
  async function isReachable(url: string, format: ChatFormat): Promise<boolean> {
    const { protocol, hostname } = new URL(url)
    return format === 'ntfy' || (protocol === 'https:' && (await isPublicHost(hostname, resolve)))
  }

  return async (fileId, format) => {
    const thumbnailId = await thumbnailOf(fileId)
    if (thumbnailId === undefined || !(await isReachable(await urlOf(thumbnailId), format))) return undefined
    const id = await stillOf(fileId)
    return id === undefined ? undefined : urlOf(id)
  }
}
