import type { Comment } from '@dailies/sdk'
import { useState } from 'react'
import { client } from '../data/client.ts'
import { messageOf } from '../ui/error-messages.ts'
import { type Target, uploadAttachment } from './target.ts'

export type Upload = {
  key: string
  file: globalThis.File
  /** From 0 to 1. */
  progress: number
  /** Set when the upload has finished. */
  id: string | undefined
  problem: string | undefined
  ended: AbortController
}

export type Uploads = {
  all: readonly Upload[]
  /** Whether all attachments are ready to be sent. */
  ready: boolean
  add: (files: Iterable<globalThis.File>) => void
  remove: (upload: Upload) => void
  /** Removes the attachments from the list, to send them with a comment. */
  take: () => void
}

/** The most attachments of a comment. */
const most = 10

export function useUploads(target: Target): Uploads {
  const [all, setAll] = useState<readonly Upload[]>([])
  const change = (key: string, change: Partial<Upload>) =>
    setAll((list) => list.map((one) => (one.key === key ? { ...one, ...change } : one)))

  async function start({ key, file, ended }: Upload): Promise<void> {
    try {
      const { id } = await uploadAttachment(target, file, {
        signal: ended.signal,
        onProgress: ({ loaded, total }) => change(key, { progress: total ? loaded / total : 0 }),
      })
      change(key, { id, progress: 1 })
    } catch (error) {
      if (!ended.signal.aborted) change(key, { problem: messageOf(error) })
    }
  }

  return {
    all,
    ready: all.every(({ id }) => id !== undefined),
    add(files) {
      const added = [...files].slice(0, most - all.length).map((file) => ({
        key: crypto.randomUUID(),
        file,
        progress: 0,
        id: undefined,
        problem: undefined,
        ended: new AbortController(),
      }))
      setAll([...all, ...added])
      for (const upload of added) void start(upload)
    },
    remove(upload) {
      upload.ended.abort()
      setAll(all.filter(({ key }) => key !== upload.key))
      // The server later deletes attachments that no comment uses.
      if (upload.id !== undefined) void client.commentAttachments.delete(upload.id).catch(() => {})
    },
    take() {
      setAll([])
    },
  }
}

/** The attachments as the comment will show them. */
export function asAttachments(uploads: readonly Upload[]): Comment['attachments'] {
  return uploads.map(({ id, file }) => ({
    id: id!,
    name: file.name,
    size: file.size,
    mimeType: file.type || null,
  }))
}
