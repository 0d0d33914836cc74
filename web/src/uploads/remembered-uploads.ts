// Started uploads, stored so that they survive a reload or a crash. The server has the parts; the remaining bytes are on
// the person's disk, so they choose the same file again.

export type Remembered = {
  id: string
  userId: string
  projectId: string
  name: string
  size: number
  lastModified: number
}

const key = 'dailies.uploads'
const watchers = new Set<() => void>()
let parsed: { text: string | null; uploads: readonly Remembered[] } = { text: null, uploads: [] }

/** The same array as long as nothing changed. */
export function rememberedUploads(): readonly Remembered[] {
  const text = localStorage.getItem(key)
  if (text !== parsed.text) parsed = { text, uploads: parse(text) }
  return parsed.uploads
}

function parse(text: string | null): Remembered[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

export function rememberUpload(upload: Remembered): void {
  changeLater(upload.id, upload)
}

export function forgetUpload(id: string): void {
  changeLater(id, undefined)
}

/** Changes of a batch are written together, and after the queue has shown them: see `showEveryMs` there. */
const writeAfterMs = 200
let changes = new Map<string, Remembered | undefined>()
let writing: ReturnType<typeof setTimeout> | undefined

function changeLater(id: string, upload: Remembered | undefined): void {
  changes.set(id, upload)
  writing ??= setTimeout(write, writeAfterMs)
}

function write(): void {
  clearTimeout(writing)
  writing = undefined
  if (changes.size === 0) return
  const taken = changes
  changes = new Map()
  const kept = parse(localStorage.getItem(key)).filter(({ id }) => !taken.has(id))
  const added = [...taken.values()].filter((upload) => upload !== undefined)
  localStorage.setItem(key, JSON.stringify([...kept, ...added]))
  for (const watcher of watchers) watcher()
}

addEventListener('pagehide', write)

export function watchRemembered(watcher: () => void): () => void {
  watchers.add(watcher)
  addEventListener('storage', watcher)
  return () => {
    watchers.delete(watcher)
    removeEventListener('storage', watcher)
  }
}

/** The unfinished upload of the same file. */
export function matching(
  uploads: readonly Remembered[],
  file: Pick<File, 'name' | 'size' | 'lastModified'>,
): Remembered | undefined {
  return uploads.find(
    ({ name, size, lastModified }) =>
      name === file.name && size === file.size && lastModified === file.lastModified,
  )
}

/** While a tab sends an upload, no other tab offers to resume it. The lock ends with the tab, however it ends. */
export function holdUpload(id: string): () => void {
  let release = () => {}
  const sending = new Promise<void>((resolve) => {
    release = resolve
  })
  // Pages without TLS have no locks.
  void navigator.locks?.request(lockOf(id), () => sending)
  return release
}

/** Uploads that some tab is sending. */
export async function heldUploads(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return new Set(held.map(({ name }) => name?.slice(lockOf('').length) ?? ''))
}

function lockOf(id: string): string {
  return `dailies.upload.${id}`
}
