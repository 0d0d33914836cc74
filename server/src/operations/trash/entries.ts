// Entries of the trash, as parts of the statement that moves records there. Each deletion is one entry; its records have its id.
import { z } from 'zod'
import { type Caller, managers, type ProjectRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { type Fragment, fragment } from '../../core/sql.ts'
import { connectionOf, type NewEvent } from '../../events/outbox.ts'
import { trashEvent } from '../../events/resource-events.ts'
import type { TrashKind } from '../../records/trash-kind.ts'

/** The person who deletes, for how long a record can be restored, and whether it is deleted for good. */
export type Deletion = { caller: Caller; trashDays: number; permanent: boolean }

export const permanentInput = z
  .boolean()
  .default(false)
  .describe('Whether to delete for good, without the trash. Only managers can, in the web app.')

/** Throws 403 unless the caller may delete for good: neither keys nor apps may, and nobody below a manager. */
export function requirePermanent({ kind }: Caller, role: ProjectRole): void {
  if (kind !== 'session') throw new ApiError('session_required', { message: permanentMessage })
  if (managers.includes(role)) return
  const message = `Only ${managers.join(' or ')} may delete for good. Leave out \`permanent\` to move it to the trash.`
  throw new ApiError('insufficient_role', { message })
}

export const permanentMessage =
  'Only a person can delete for good, in the web app. Leave out `permanent` to move it to the trash.'

/** SQL for the fields of an entry. */
export type EntryFields = {
  id: Fragment
  project: Fragment
  record: Fragment
  name: Fragment
  folder?: Fragment
  path?: Fragment
  /** Of a comment: its file, and the thread of a reply. */
  file?: Fragment
  thread?: Fragment
  files?: Fragment
  comments?: Fragment
  size?: Fragment
}

const none = fragment`null`
const zero = fragment`0`

/** The part `entry` of a statement: adds an entry for each row of `from`. */
export function newEntries(
  { caller, trashDays, permanent }: Deletion,
  kind: TrashKind,
  from: Fragment,
  fields: EntryFields,
): Fragment {
  const { id, project, record, name, folder = none, path = none, file = none, thread = none } = fields
  const { files = zero, comments = zero, size = zero } = fields
  return fragment`entry as (
    insert into trash (id, workspace_id, project_id, kind, record_id, name, folder_id, path, file_id, thread_id, files, comments,
      size, deleted_by, agent, connection_id, purge_at, purged_at)
    select ${id}, ${caller.workspaceId}::uuid, ${project}, ${kind}::text, ${record}, ${name}, ${folder}, ${path}, ${file}, ${thread},
      ${files}, ${comments}, ${size}, ${caller.userId}::uuid, ${caller.agent}::boolean, ${connectionOf(caller)}::uuid,
      now() + make_interval(days => ${trashDays}::integer), case when ${permanent}::boolean then now() end
    from ${from}
    returning id, workspace_id, project_id, kind, record_id, purged_at)`
}

/** The event of the entries that are deleted for good at once. */
export function purgedEvents({ caller, permanent }: Deletion): NewEvent[] {
  return permanent ? [trashEvent('trash.purged', caller, fragment`entry it`)] : []
}

/** The names of a folder and of those above it, from the root on; null for the root itself. */
export function pathOf(folderId: Fragment): Fragment {
  return fragment`(
    with recursive above as (
      select here.parent_id, here.name, 1 as n from all_folders here where here.id = ${folderId}
      union all
      select next.parent_id, next.name, above.n + 1 from above join all_folders next on next.id = above.parent_id
    )
    select string_agg(above.name, ' / ' order by above.n desc) from above)`
}
