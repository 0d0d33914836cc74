// Paginated lists of files, and how single files change in them.
import type { FileListItem } from '@dailies/sdk'
import type { InfiniteData } from '@tanstack/react-query'
import { kindOf, kinds } from '../data/file-kinds.ts'
import { mapItems } from '../data/lists.ts'
import { statuses } from '../generated/review-status.ts'
import type { FilesFilter, FilesView } from './files-view.ts'

/** The next page: its group and its cursor. */
export type PageParam = { group: number; next?: string | undefined }
export type FilePage = { data: FileListItem[]; next: PageParam | undefined }
export type FilePages = InfiniteData<FilePage, PageParam>

/** The filter and order of a list: a folder, or all files that match a keyword. */
export type FileQuery = FilesFilter &
  Pick<FilesView, 'sort' | 'direction' | 'group'> & {
    folderId: string | null
    keyword: string | undefined
    /** The members, in the order of their groups; empty unless files are grouped by person. */
    people: readonly string[]
  }

export function withoutFile(pages: FilePages, id: string): FilePages {
  return mapItems(pages, (file) => (file.id === id ? undefined : file))
}

export function matches(query: FileQuery, file: FileListItem): boolean {
  const { keyword, folderId, status, kind, person } = query
  return (
    file.stack.latest &&
    (keyword !== undefined || (file.folder?.id ?? null) === folderId) &&
    (status.length === 0 || status.includes(file.tag)) &&
    (kind.length === 0 || kind.includes(kindOf(file))) &&
    (person === undefined || file.author?.id === person)
  )
}

/** Moves a changed file to its position, or removes it from a list that it no longer belongs to. */
export function withFile(pages: FilePages, query: FileQuery, file: FileListItem): FilePages {
  const isOther = (other: FileListItem) => other.stack.id === file.stack.id && other.id !== file.id
  // The newest revision represents its stack.
  const alone = file.stack.latest ? mapItems(pages, (other) => (isOther(other) ? undefined : other)) : pages
  if (!matches(query, file)) return withoutFile(alone, file.id)
  const old = alone.pages.flatMap(({ data }) => data).find(({ id }) => id === file.id)
  // Only the server knows how well a name matches a keyword.
  if (old && (query.keyword !== undefined || order(query, old, file) === 0))
    return mapItems(alone, (other) => (other.id === file.id ? file : other))
  return query.keyword === undefined ? insert(withoutFile(alone, file.id), query, file) : alone
}

function insert(pages: FilePages, query: FileQuery, file: FileListItem): FilePages {
  const isAfter = (other: FileListItem) => order(query, file, other) < 0
  let at = pages.pages.findIndex(({ data }) => data.some(isAfter))
  if (at < 0) {
    // The file belongs after everything that was loaded: it arrives with its page.
    if (pages.pages.at(-1)?.next !== undefined) return pages
    at = pages.pages.length - 1
  }
  const next = pages.pages.map((page, index) => {
    if (index !== at) return page
    const place = page.data.findIndex(isAfter)
    return { ...page, data: page.data.toSpliced(place < 0 ? page.data.length : place, 0, file) }
  })
  return { ...pages, pages: next }
}

/** The sort order of the server. It only positions single changes, until the list is reloaded. */
function order(query: FileQuery, a: FileListItem, b: FileListItem): number {
  const groups = groupOf(query, a) - groupOf(query, b)
  if (groups !== 0) return groups
  const difference = compare[query.sort](a, b) || compareText(a.id, b.id)
  return query.direction === 'asc' ? difference : -difference
}

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const byName = (a: FileListItem, b: FileListItem) => natural.compare(a.name, b.name)
const placeOf = ({ tag }: FileListItem) => statuses.indexOf(tag)

const compare: Record<FileQuery['sort'], (a: FileListItem, b: FileListItem) => number> = {
  date: (a, b) => compareText(a.createdAt, b.createdAt),
  name: byName,
  size: (a, b) => a.size - b.size,
  status: (a, b) => placeOf(a) - placeOf(b) || byName(a, b),
  kind: (a, b) => compareText(a.kind, b.kind) || byName(a, b),
}

/** The index of the group that a file is in; see `groupFilters` in file-list.ts. */
function groupOf({ group, people }: FileQuery, file: FileListItem): number {
  if (group === 'status') return placeOf(file)
  if (group === 'kind') return kinds.indexOf(kindOf(file))
  if (group === 'none') return 0
  const place = people.indexOf(file.author?.id ?? '')
  return place < 0 ? people.length : place
}
