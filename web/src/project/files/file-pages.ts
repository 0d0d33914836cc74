// Lists of files that were read page by page, and how they change without being read again.
import type { CursorPage, File } from '@dailies/sdk'
import type { InfiniteData } from '@tanstack/react-query'

export type FilePages = InfiniteData<CursorPage<File>, string | undefined>

/** What a list shows: a folder, newest first, or what matches a keyword, wherever it lies. */
export type FileFilter = { folderId: string | null; keyword?: undefined } | { keyword: string }

/** Changes files where they are; undefined takes them out. */
export function mapFiles(pages: FilePages, change: (file: File) => File | undefined): FilePages {
  let changed = false
  const next = pages.pages.map((page) => {
    const data = page.data.map(change).filter((file) => file !== undefined)
    if (data.length === page.data.length && data.every((file, i) => file === page.data[i])) return page
    changed = true
    return { ...page, data }
  })
  return changed ? { ...pages, pages: next } : pages
}

export function withoutFile(pages: FilePages, id: string): FilePages {
  return mapFiles(pages, (file) => (file.id === id ? undefined : file))
}

/** A file as it is now: at its place, or gone from a list that it is no longer part of. */
export function withFile(pages: FilePages, filter: FileFilter, file: File): FilePages {
  const isOther = (other: File) => other.stack.id === file.stack.id && other.id !== file.id
  // The newest revision stands for all of them.
  const alone = file.stack.latest ? mapFiles(pages, (other) => (isOther(other) ? undefined : other)) : pages
  const byKeyword = filter.keyword !== undefined
  const belongs = file.stack.latest && (byKeyword || (file.folder?.id ?? null) === filter.folderId)
  if (!belongs) return withoutFile(alone, file.id)
  if (alone.pages.some(({ data }) => data.some(({ id }) => id === file.id)))
    return mapFiles(alone, (other) => (other.id === file.id ? file : other))
  // How well it matches a keyword, only the server knows.
  return byKeyword ? alone : insert(alone, file)
}

function insert(pages: FilePages, file: File): FilePages {
  const isOlder = (other: File) =>
    other.createdAt < file.createdAt || (other.createdAt === file.createdAt && other.id < file.id)
  let at = pages.pages.findIndex(({ data }) => data.some(isOlder))
  if (at < 0) {
    // It is older than all that was read: it comes with the page that it is on.
    if (pages.pages.at(-1)?.next != null) return pages
    at = pages.pages.length - 1
  }
  const next = pages.pages.map((page, index) => {
    if (index !== at) return page
    const place = page.data.findIndex(isOlder)
    return { ...page, data: page.data.toSpliced(place < 0 ? page.data.length : place, 0, file) }
  })
  return { ...pages, pages: next }
}
