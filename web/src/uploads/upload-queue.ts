// Running uploads. They belong to no page: people continue to work while files are sent. Files are started and
// completed in batches, so that a thousand stills need few requests.
import { DailiesConnectionError, DailiesError, type Uploader, type UploadOptions } from '@dailies/sdk'
import { client } from '../data/client.ts'
import { createStore } from '../data/store.ts'
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
  /** The file that this upload becomes the next revision of. */
  replaces: string | undefined
  /** Without batches, which guests of a share may not send. */
  isAlone: boolean
  /** The file of the upload, once the server has created it. */
  id: string | undefined
  /** `waiting`: for the network. */
  state: 'queued' | 'sending' | 'waiting' | 'done' | 'failed'
  /** Bytes sent so far. */
  loaded: number
  error: unknown
}

export type UploadItem = { file: File; folderId: string | null; replaces?: string | undefined }

/** Enough to fill the next batch while the last one is sent. */
const filesAtATime = 200
const partsAtATime = 4
/** Thousands of small changes are shown together. */
const showEveryMs = 100
/** The bar disappears by itself once everything has arrived. */
const foldAfterMs = 4_000

export const uploads = createStore<{
  all: readonly Upload[]
  bytesPerSecond: number
  /** Whether the person has expanded the list; undefined if they have not chosen. */
  listed: boolean | undefined
}>({ all: [], bytesPerSecond: 0, listed: undefined })

/** The current state; `uploads` shows it with a short delay. */
const items = new Map<number, Upload>()
const controllers = new Map<number, AbortController>()
const uploaders = new Map<string, Uploader>()
let queue: number[] = []
let lastKey = 0

/** Adds files to the queue. An upload that was started earlier resumes. */
export function addUploads(
  userId: string,
  projectId: string,
  files: readonly UploadItem[],
  { isAlone = false } = {},
): void {
  const known = new Set(Array.from(items.values(), ({ id }) => id))
  const begun = rememberedUploads().filter(
    (upload) => upload.userId === userId && upload.projectId === projectId && !known.has(upload.id),
  )
  for (const { file, folderId, replaces } of files) {
    const rest = matching(begun, file)
    if (rest) begun.splice(begun.indexOf(rest), 1)
    const key = ++lastKey
    const state = { state: 'queued' as const, loaded: 0, error: undefined }
    items.set(key, { key, userId, projectId, file, folderId, replaces, isAlone, id: rest?.id, ...state })
    queue.push(key)
  }
  show()
  pump()
}

export function cancelUpload(key: number): void {
  const upload = items.get(key)
  controllers.get(key)?.abort()
  items.delete(key)
  show()
  if (upload?.id !== undefined && upload.state !== 'done') void giveUp(upload.id)
  pump()
}

/** Without this request, the server deletes the parts later by itself. */
export async function giveUp(id: string): Promise<void> {
  forgetUpload(id)
  await client.files.abortUpload(id).catch(() => {})
}

export function retryUpload(key: number): void {
  enqueue(key)
  show()
  pump()
}

/** Removes finished and failed uploads from the list. */
export function dismissUploads(): void {
  for (const upload of items.values()) if (!isOpen(upload)) items.delete(upload.key)
  if (items.size === 0) uploads.set({ listed: undefined })
  show()
}

export function isOpen({ state }: Upload): boolean {
  return state === 'queued' || state === 'sending' || state === 'waiting'
}

function change(key: number, fields: Partial<Upload>): void {
  const upload = items.get(key)
  if (!upload) return
  items.set(key, { ...upload, ...fields })
  showing ??= setTimeout(show, showEveryMs)
}

function enqueue(key: number): void {
  change(key, { state: 'queued', error: undefined })
  queue.push(key)
}

let speed = new Speed()
let showing: ReturnType<typeof setTimeout> | undefined
let folding: ReturnType<typeof setTimeout> | undefined

function show(): void {
  clearTimeout(showing)
  showing = undefined
  const all = [...items.values()]
  const loaded = all.reduce((sum, upload) => sum + upload.loaded, 0)
  uploads.set({ all, bytesPerSecond: speed.add(loaded, performance.now()) })
  clearTimeout(folding)
  if (all.length > 0 && all.every(({ state }) => state === 'done')) folding = setTimeout(fold, foldAfterMs)
}

function fold(): void {
  if (uploads.get().listed !== true) dismissUploads()
}

export function showList(listed: boolean): void {
  uploads.set({ listed })
  show()
}

function pump(): void {
  while (controllers.size < filesAtATime && queue.length > 0) {
    const upload = items.get(queue.shift()!)
    if (upload?.state === 'queued' && !controllers.has(upload.key)) void send(upload)
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
    // The caller that ended the upload has set its next state.
    if (controller.signal.aborted) return
    const { id } = items.get(key) ?? upload
    if (upload.id !== undefined && id !== undefined && isGone(error)) {
      forgetUpload(id)
      change(key, { id: undefined, loaded: 0 })
      enqueue(key)
    } else change(key, { state: navigator.onLine ? 'failed' : 'waiting', error })
  } finally {
    if (controllers.get(key) === controller) controllers.delete(key)
    pump()
  }
}

async function transfer(upload: Upload, signal: AbortSignal): Promise<{ id: string }> {
  const { key, userId, projectId, file, folderId, replaces } = upload
  let [arrived, inFlight] = [0, 0]
  const progress = () => change(key, { loaded: Math.min(file.size, arrived + inFlight) })
  const fetchPart = partFetch((bytes) => {
    inFlight = bytes
    progress()
  })
  let release = () => {}
  try {
    const options: UploadOptions = {
      folder: folderId === null ? null : { id: folderId },
      replaces: replaces === undefined ? null : { id: replaces },
      resume: upload.id,
      signal,
      concurrency: partsAtATime,
      fetch(input, init) {
        change(key, { state: 'sending' })
        return fetchPart(input, init)
      },
      onProgress({ loaded }) {
        arrived = loaded
        progress()
      },
      onStart({ id }) {
        release = holdUpload(id)
        const { name, size, lastModified } = file
        rememberUpload({ id, userId, projectId, name, size, lastModified })
        change(key, { id })
      },
    }
    return await (upload.isAlone
      ? client.files.upload(projectId, file, options)
      : uploaderOf(projectId).upload(file, options))
  } finally {
    release()
  }
}

function uploaderOf(projectId: string): Uploader {
  const uploader = uploaders.get(projectId) ?? client.files.uploader(projectId, { concurrency: partsAtATime })
  uploaders.set(projectId, uploader)
  return uploader
}

/** The upload no longer exists, or its file is complete: it cannot be resumed. */
function isGone(error: unknown): boolean {
  return error instanceof DailiesError && (error.status === 404 || error.code === 'upload_not_open')
}

addEventListener('offline', () => {
  for (const [key, controller] of controllers) {
    change(key, { state: 'waiting' })
    controller.abort()
  }
  controllers.clear()
  for (const key of queue) change(key, { state: 'waiting' })
  queue = []
})

addEventListener('online', () => {
  speed = new Speed()
  for (const { key, state, error } of items.values()) {
    const lost = state === 'failed' && error instanceof DailiesConnectionError
    if (state === 'waiting' || lost) enqueue(key)
  }
  pump()
})

addEventListener('beforeunload', (event) => {
  if ([...items.values()].some(isOpen)) event.preventDefault()
})
