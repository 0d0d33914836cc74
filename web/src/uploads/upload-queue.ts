// Uploads under way. They belong to no page: one can go on working while files are sent.
import { Dailies, DailiesConnectionError, DailiesError } from '@dailies/sdk'
import { client } from '../app/client.ts'
import { createStore } from '../app/store.ts'
import { partFetch } from './part-fetch.ts'
import {
  forgetUpload,
  holdUpload,
  matching,
  rememberedUploads,
  rememberUpload,
} from './remembered-uploads.ts'
import { Speed } from './speed.ts'

export type Upload = {
  key: number
  userId: string
  projectId: string
  file: File
  folderId: string | null
  /** The file that it is the next revision of. */
  replaces: string | undefined
  /** The file that it becomes, once the server knows of it. */
  id: string | undefined
  /** `waiting`: for the network. */
  state: 'queued' | 'sending' | 'waiting' | 'done' | 'failed'
  /** Bytes that have gone out. */
  loaded: number
  error: unknown
}

export type UploadItem = { file: File; folderId: string | null; replaces?: string | undefined }

/** More would not make the line faster, and small files have only one part each. */
const filesAtATime = 3
const progressEveryMs = 150

export const uploads = createStore<{ all: readonly Upload[]; bytesPerSecond: number }>({
  all: [],
  bytesPerSecond: 0,
})

const controllers = new Map<number, AbortController>()
let lastKey = 0

/** Puts files into the queue. A file whose upload was begun earlier goes on where it was. */
export function addUploads(userId: string, projectId: string, items: readonly UploadItem[]): void {
  const known = new Set(uploads.get().all.map(({ id }) => id))
  const begun = rememberedUploads().filter(
    (upload) => upload.userId === userId && upload.projectId === projectId && !known.has(upload.id),
  )
  const added = items.map(({ file, folderId, replaces }): Upload => {
    const rest = matching(begun, file)
    if (rest) begun.splice(begun.indexOf(rest), 1)
    const key = ++lastKey
    const state = { state: 'queued' as const, loaded: 0, error: undefined }
    return { key, userId, projectId, file, folderId, replaces, id: rest?.id, ...state }
  })
  uploads.set({ all: [...uploads.get().all, ...added] })
  pump()
}

export function cancelUpload(key: number): void {
  const upload = find(key)
  controllers.get(key)?.abort()
  uploads.set({ all: uploads.get().all.filter((one) => one.key !== key) })
  if (upload?.id !== undefined && upload.state !== 'done') void giveUp(upload.id)
  pump()
}

/** The server forgets the parts by itself if it does not hear of this. */
export async function giveUp(id: string): Promise<void> {
  forgetUpload(id)
  await client.files.abortUpload(id).catch(() => {})
}

export function retryUpload(key: number): void {
  change(key, { state: 'queued', error: undefined })
  pump()
}

/** Takes what has ended off the list. */
export function dismissUploads(): void {
  uploads.set({ all: uploads.get().all.filter(isOpen) })
}

export function isOpen({ state }: Upload): boolean {
  return state === 'queued' || state === 'sending' || state === 'waiting'
}

function find(key: number): Upload | undefined {
  return uploads.get().all.find((upload) => upload.key === key)
}

function change(key: number, fields: Partial<Upload>): void {
  uploads.set({ all: uploads.get().all.map((one) => (one.key === key ? { ...one, ...fields } : one)) })
}

function pump(): void {
  const { all } = uploads.get()
  const free = filesAtATime - all.filter(({ state }) => state === 'sending').length
  const next = all.filter(({ state }) => state === 'queued').slice(0, Math.max(0, free))
  for (const upload of next) {
    change(upload.key, { state: 'sending' })
    void send(upload)
  }
}

async function send(upload: Upload): Promise<void> {
  const { key } = upload
  const controller = new AbortController()
  controllers.set(key, controller)
  try {
    const { id } = await transfer(upload, controller.signal)
    forgetUpload(id)
    change(key, { id, state: 'done', loaded: upload.file.size })
  } catch (error) {
    // Whoever ended it has said what comes next.
    if (controller.signal.aborted) return
    if (upload.id !== undefined && isGone(error)) {
      forgetUpload(upload.id)
      change(key, { id: undefined, state: 'queued', loaded: 0 })
    } else change(key, { state: navigator.onLine ? 'failed' : 'waiting', error })
  } finally {
    if (controllers.get(key) === controller) controllers.delete(key)
    pump()
  }
}

async function transfer(upload: Upload, signal: AbortSignal): Promise<{ id: string }> {
  const { key, userId, projectId, file, folderId, replaces } = upload
  const progress = progressOf(key)
  // A client of its own: its parts tell how far they are.
  const sender = new Dailies({ fetch: partFetch(progress.inFlight) })
  let release = () => {}
  try {
    return await sender.files.upload(projectId, file, {
      folder: folderId === null ? null : { id: folderId },
      replaces: replaces === undefined ? null : { id: replaces },
      resume: upload.id,
      signal,
      concurrency: filesAtATime,
      onProgress: ({ loaded }) => progress.arrived(loaded),
      onStart({ id }) {
        release = holdUpload(id)
        rememberUpload({
          id,
          userId,
          projectId,
          name: file.name,
          size: file.size,
          lastModified: file.lastModified,
        })
        change(key, { id })
      },
    })
  } finally {
    release()
    progress.stop()
  }
}

/** What arrives and what is on its way come apart; both are told together, and not with every packet. */
function progressOf(key: number) {
  let [arrived, inFlight] = [0, 0]
  let timer: ReturnType<typeof setTimeout> | undefined
  const tell = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      const upload = find(key)
      if (upload?.state !== 'sending') return
      change(key, { loaded: Math.min(upload.file.size, arrived + inFlight) })
      measure()
    }, progressEveryMs)
  }
  return {
    arrived(bytes: number) {
      arrived = bytes
      tell()
    },
    inFlight(bytes: number) {
      inFlight = bytes
      tell()
    },
    stop: () => clearTimeout(timer),
  }
}

let speed = new Speed()

function measure(): void {
  const loaded = uploads.get().all.reduce((sum, upload) => sum + upload.loaded, 0)
  uploads.set({ bytesPerSecond: speed.add(loaded, performance.now()) })
}

/** The upload is not there any more, or its file is: what is left of it cannot be gone on with. */
function isGone(error: unknown): boolean {
  return error instanceof DailiesError && (error.status === 404 || error.code === 'upload_not_open')
}

addEventListener('offline', () => {
  for (const { key, state } of uploads.get().all) {
    if (state !== 'sending') continue
    change(key, { state: 'waiting' })
    controllers.get(key)?.abort()
  }
})

addEventListener('online', () => {
  speed = new Speed()
  for (const { key, state, error } of uploads.get().all) {
    const lost = state === 'failed' && error instanceof DailiesConnectionError
    if (state === 'waiting' || lost) change(key, { state: 'queued', error: undefined })
  }
  pump()
})

addEventListener('beforeunload', (event) => {
  if (uploads.get().all.some(isOpen)) event.preventDefault()
})
