// Selections: a list of files of one project in a request.
import { z } from 'zod'
import { ApiError, type FieldError, unknownReference } from '../../core/errors.ts'
import { isPrefixedId } from '../../core/ids.ts'
import { type Fragment, fragment, type Sql } from '../../core/sql.ts'

// A malformed id is looked up like any other, so that all unknown entries are reported together.
const AnyFileId = z.string().meta({ pattern: '^FX[0-9A-Za-z]{22,40}$', description: 'File ID.' })

export const FileReferences = z.array(z.strictObject({ id: AnyFileId }))
type FileReferences = z.output<typeof FileReferences>

export const maxSelection = 100

/** The ids for a query, null for a malformed one, because Postgres refuses text with NUL. Throws if an id is repeated. */
export function selectedIds(files: FileReferences): (string | null)[] {
  const message = 'This file is listed more than once.'
  const seen = new Set<string>()
  const given = files.map(({ id }) => id)
  refuse(
    given.flatMap((id, i) => {
      const isFirst = !seen.has(id)
      seen.add(id)
      return isFirst ? [] : [{ path: filePath(i), code: 'duplicate', message }]
    }),
  )
  return given.map((id) => (isPrefixedId('FX', id) ? id : null))
}

/** Throws if some of the files are not in the project; the error names their indexes in the list. */
export function refuseUnknown(places: number[]): void {
  refuse(places.map((place) => unknownReference(filePath(place))))
}

/**
 * Locks files of a project until the transaction ends, and returns their ids. All callers lock in one order, so that two
 * selections that overlap wait for each other and do not deadlock.
 */
export async function lockSelection(
  sql: Sql,
  projectId: string,
  files: FileReferences,
  strength: 'update' | 'no key update',
): Promise<string[]> {
  const ids = selectedIds(files)
  const rows = await sql<{ id: string }>`
    select f.id from files f where f.project_id = ${projectId} and f.id = any(${ids}::text[])
    order by f.id ${lock[strength]}`
  const locked = new Set(rows.map(({ id }) => id))
  refuseUnknown(ids.flatMap((id, place) => (id !== null && locked.has(id) ? [] : [place])))
  return [...locked]
}

const lock: Record<string, Fragment> = {
  update: fragment`for update of f`,
  'no key update': fragment`for no key update of f`,
}

function filePath(index: number): string {
  return `/files/${index}/id`
}

function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw new ApiError('invalid_request', { errors })
}
