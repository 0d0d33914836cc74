import { errorCodes, type FieldError, unknownReference } from '../../core/errors.ts'
import type { Model, ReferenceKind } from '../../core/provider.ts'
import type { Sql } from '../../core/sql.ts'
import { attachmentKind, takenKinds } from '../../generation/models.ts'
import { attachmentPath } from '../../generation/rules.ts'

type Row = {
  id: string
  known: boolean
  linked: boolean
  name: string
  mimeType: string | null
  size: number | null
}

/** The files of the project and one's own generation attachments that these ids name, and what is wrong with any. */
export async function findAttachments(
  sql: Sql,
  projectId: string,
  userId: string,
  model: Model,
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
  return { found, errors: rows.flatMap((row, i) => attachmentErrors(model, row, attachmentPath(i))) }
}

function attachmentErrors(model: Model, { known, linked, mimeType, size }: Row, path: string): FieldError[] {
  if (!known) return [unknownReference(path)]
  const taken = takenKinds(model)
  if (mimeType === null && !linked) {
    return [{ path, code: 'attachment_not_ready', message: errorCodes.attachment_not_ready[1] }]
  }
  if (taken.some((kind) => kind === attachmentKind(mimeType ?? ''))) return []
  const what = linked ? 'a link to YouTube' : size === 0 ? 'an empty file' : mimeType
  const message = `${model.id} takes ${taken.join(', ')} (images as PNG, JPEG or WebP); this is ${what}.`
  return [{ path, code: 'unsupported_attachment', message }]
}
