// The view of the files: stored in the URL, so that a link shares it, and remembered per project in this browser.
import type { File } from '@dailies/sdk'
import { type Kind, kinds } from '../data/file-kinds.ts'
import { statuses } from '../generated/review-status.ts'

export const layouts = ['grid', 'list'] as const
export const sortTypes = ['date', 'name', 'size', 'status', 'kind'] as const
export const groupings = ['none', 'status', 'kind', 'person'] as const

export type SortType = (typeof sortTypes)[number]
export type Grouping = (typeof groupings)[number]
export type Direction = 'asc' | 'desc'

/**
 * The part of the view that is remembered. Filters are not: a project must never look empty because of a filter set
 * last week.
 */
export type FilesView = {
  view: (typeof layouts)[number]
  sort: SortType
  direction: Direction
  group: Grouping
}

export type FilesFilter = {
  status: readonly File['tag'][]
  kind: readonly Kind[]
  /** The id of the person who uploaded. */
  person: string | undefined
}

/** The search part of the URL. Lists are joined by commas. */
export type FilesSearch = {
  folder?: string
  q?: string
  view?: FilesView['view']
  sort?: SortType
  direction?: Direction
  group?: Grouping
  status?: string
  kind?: string
  person?: string
}

export const defaultView: FilesView = { view: 'grid', sort: 'date', direction: 'desc', group: 'none' }

/** The default direction of each order: new before old, large before small, names from A. */
export const firstDirection: Record<SortType, Direction> = {
  date: 'desc',
  name: 'asc',
  size: 'desc',
  status: 'asc',
  kind: 'asc',
}

export function readFilesSearch(search: Record<string, unknown>): FilesSearch {
  const { folder, q } = search
  return {
    ...(typeof folder === 'string' && { folder }),
    ...(typeof q === 'string' && q !== '' && { q }),
    ...viewOf(search),
    ...Object.fromEntries(
      (['status', 'kind', 'person'] as const)
        .map((name) => [name, search[name]])
        .filter(([, value]) => typeof value === 'string' && value !== ''),
    ),
  }
}

/** Parses a view from the URL or from storage; unknown values are ignored. */
function viewOf(fields: Record<string, unknown>): Partial<FilesView> {
  const { view, sort, direction, group } = fields
  return {
    ...(isOneOf(layouts, view) && { view }),
    ...(isOneOf(sortTypes, sort) && { sort }),
    ...((direction === 'asc' || direction === 'desc') && { direction }),
    ...(isOneOf(groupings, group) && { group }),
  }
}

function isOneOf<Value>(values: readonly Value[], value: unknown): value is Value {
  return values.includes(value as Value)
}

export function filterOf({ status = '', kind = '', person }: FilesSearch): FilesFilter {
  return {
    status: statuses.filter((one) => status.split(',').includes(one)),
    kind: kinds.filter((one) => kind.split(',').includes(one)),
    person,
  }
}

export function isFiltered({ status, kind, person }: FilesFilter): boolean {
  return status.length + kind.length > 0 || person !== undefined
}

const keyOf = (projectId: string) => `dailies:files:${projectId}`

export function rememberView(projectId: string, view: FilesView): void {
  try {
    localStorage.setItem(keyOf(projectId), JSON.stringify(view))
  } catch {
    // Storage is not available: the URL still contains the view.
  }
}

export function rememberedView(projectId: string): Partial<FilesView> {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(projectId)) ?? '{}')
    return stored && typeof stored === 'object' ? viewOf(stored) : {}
  } catch {
    return {}
  }
}

export function namesView(search: FilesSearch): boolean {
  return Object.keys(viewOf(search)).length > 0
}

/** The view in the URL; without one, the view remembered for the project. */
export function effectiveView(search: FilesSearch, remembered: Partial<FilesView>): FilesView {
  const named = viewOf(search)
  const view = { ...defaultView, ...(namesView(search) ? named : remembered) }
  return named.sort && !named.direction ? { ...view, direction: firstDirection[named.sort] } : view
}

/** The search parameters of a view: only values that differ from the default. */
export function searchOf(view: FilesView): Partial<FilesView> {
  const { view: layout, sort, direction, group } = view
  return {
    ...(layout !== 'grid' && { view: layout }),
    ...(sort !== 'date' && { sort }),
    ...(direction !== firstDirection[sort] && { direction }),
    ...(group !== 'none' && { group }),
  }
}
