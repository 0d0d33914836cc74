import { errorCodes, type FieldError, unknownReference } from '../../core/errors.ts'
import type { ReferenceKind } from '../../core/provider.ts'
import type { Sql } from '../../core/sql.ts'
import { attachmentPath } from '../../generation/rules.ts'

type Row = {
  id: string
  known: boolean
  linked: boolean
  name: string
  mimeType: string | null
  size: number | null
}

/** Finds the project files and the caller's generation attachments with these ids, and the errors of unusable ones. */
export async function findAttachments(
  sql: Sql,
  projectId: string,
  userId: string,
  ids: string[],
): Promise<{ found: ReferenceKind[]; errors: FieldError[] }> {
  if (ids.length === 0) return { found: [], errors: [] }
  const rows = await sql<Row>`
    select given.id, coalesce(f.id, a.id) is not null as known, coalesce(f.mode = 'YOUTUBE', false) as linked,
      coalesce(f.name, a.name) as name, o.mime_type as "mimeType", o.size
    from unnest(${ids}::text[]) with ordinality as given (id, place)
    left join files f on f.id = given.id and f.project_id = ${projectId}
    left join generation_attachments a on a.id = given.id and a.project_id = ${projectId}
      and a.uploader_id = ${userId}
    left join objects o on o.id = coalesce(f.object_id, a.object_id) and o.stored_at is not null
      and coalesce(f.status, 'UPLOADED') = 'UPLOADED'
    order by given.place`
  const found = rows.flatMap(({ id, name, mimeType, size }) =>
    mimeType === null || size === null ? [] : [{ id, name, mimeType, size }],
  )
  return { found, errors: rows.flatMap((row, i) => attachmentErrors(row, attachmentPath(i))) }
}

function attachmentErrors({ known, linked, mimeType, size }: Row, path: string): FieldError[] {
  if (!known) return [unknownReference(path)]
  if (linked) {
    const message = 'A YouTube link cannot be attached. Attach a file.'
    return [{ path, code: 'unsupported_attachment', message }]
  }
  if (size === 0) {
    const message = 'An empty file cannot be attached. Attach a file with content.'
    return [{ path, code: 'unsupported_attachment', message }]
  }
  if (mimeType !== null) return []
  return [{ path, code: 'attachment_not_ready', message: errorCodes.attachment_not_ready[1] }]
}

/** Translates errors about the found attachments to their indexes in the request, where unknown ones may precede them. */
export function inRequest(
  errors: FieldError[],
  found: readonly ReferenceKind[],
  ids: string[],
): FieldError[] {
  return errors.map((error) => {
    const place = found.findIndex((_, i) => attachmentPath(i) === error.path)
    return place < 0 ? error : { ...error, path: attachmentPath(ids.indexOf(found[place]!.id)) }
  })
}
