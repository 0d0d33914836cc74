// The address of the page: `/s/<key>` shows all files, `/s/<key>/<file>` one of them. Small enough to do without a router.
import { useSyncExternalStore } from 'react'

export type ShareAddress = {
  key: string
  fileId: string | null
  /** The share that a manager looks at as its guests see it. */
  preview: string | null
}

/** The state of an entry of the browser's history. */
type Entry = {
  /** The file was opened from the list: going back leads there. */
  fromList?: true
  /** The comments are open: going back closes them, as people on phones expect. */
  drawer?: true
}

function entry(): Entry {
  return (history.state as Entry | null) ?? {}
}

export function readAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>): ShareAddress {
  const [, , key = '', fileId = ''] = pathname.split('/').map(decoded)
  return { key, fileId: fileId || null, preview: new URLSearchParams(search).get('preview') }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const watchers = new Set<() => void>()
const read = () => ({ ...readAddress(location), drawer: entry().drawer === true })
let current = read()

function changed(): void {
  current = read()
  for (const watcher of watchers) watcher()
}

addEventListener('popstate', changed)

export function useAddress(): ShareAddress & { drawer: boolean } {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => current,
  )
}

export function pathOf(fileId: string | null): string {
  const path = ['', 's', current.key, ...(fileId === null ? [] : [fileId])].map(encodeURIComponent).join('/')
  return path + location.search
}

function go(change: 'push' | 'replace', to: Entry, fileId: string | null): void {
  if (change === 'push') history.pushState(to, '', pathOf(fileId))
  else history.replaceState(to, '', pathOf(fileId))
  changed()
}

/** Opens a file from the list. */
export function openFile(fileId: string): void {
  go('push', { fromList: true }, fileId)
}

/** Shows another file in the place of this one: going back still leads to the list. */
export function turnTo(fileId: string): void {
  go('replace', entry(), fileId)
}

export function openList(): void {
  const { fromList, drawer } = entry()
  if (fromList) history.go(drawer ? -2 : -1)
  else go('replace', {}, null)
}

export function setDrawer(open: boolean): void {
  if (open === current.drawer) return
  if (open) go('push', { ...entry(), drawer: true }, current.fileId)
  else history.back()
}
