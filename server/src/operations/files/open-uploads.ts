import { type Caller, managers, type ProjectRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { fragment, type Sql } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { fileEvent } from '../../events/resource-events.ts'
import { queueMedia } from '../../queue/media-tasks.ts'

export type FoundUpload = { objectId: string; name: string; status: string }

type UploadedFile = {
  id: string
  projectId: string
  authorId: string | null
  objectId: string | null
  name: string
  status: string
}

export async function findUpload(
  sql: Sql,
  fileId: string,
  caller: Caller,
  role: ProjectRole,
): Promise<FoundUpload> {
  const [file] = await findUploadedFiles(sql, [fileId])
  return requireUpload(file, caller, role)
}

export function findUploadedFiles(sql: Sql, fileIds: readonly string[]): Promise<UploadedFile[]> {
  return sql<UploadedFile>`
    select id, project_id as "projectId", author_id as "authorId",
      case when mode = 'LOCAL' then object_id end as "objectId", name, status
    from files where id = any(${fileIds}::text[])`
}

/** The upload of a file. It belongs to the user who started it; owners and managers of the project may continue it. */
export function requireUpload(
  file: UploadedFile | undefined,
  caller: Caller,
  role: ProjectRole,
): FoundUpload {
  if (!file) throw new ApiError('not_found')
  const { authorId, objectId, name, status } = file
  if (authorId !== caller.userId && !managers.includes(role)) {
    const message =
      'Only the user who started the upload, or an owner or manager of the project, may do this.'
    throw new ApiError('insufficient_role', { message })
  }
  if (objectId === null) throw new ApiError('upload_not_open')
  return { objectId, name, status }
}

/** Marks files as uploaded once their bytes are stored. Returns the ids of the files that were not deleted meanwhile. */
export async function finishUploads(
  sql: Sql,
  caller: Caller,
  fileIds: readonly string[],
): Promise<Set<string>> {
  const finished = fragment`finished it where it.status = 'UPLOADING'`
  const files = await sql<{ id: string }>`
    with before as (
      select id, status from files where id = any(${fileIds}::text[]) order by id for no key update
    ), finished as (
      update files f set status = 'UPLOADED', mime_type = o.mime_type,
        updated_at = case when before.status = 'UPLOADING' then now() else f.updated_at end
      from objects o, before where f.id = before.id and o.id = f.object_id
      returning f.id, f.project_id, f.allow_restricted, f.mime_type, before.status
    ), queued as (${queueMedia(fragment`finished`)}),
    emitted as (${emit(fileEvent('file.uploaded', caller, finished))})
    select id from finished`
  return new Set(files.map(({ id }) => id))
}
