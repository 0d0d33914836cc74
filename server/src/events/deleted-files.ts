// Deletes files and emits the resulting events: their comments and their places in versions are deleted as well.
import { type Fragment, fragment } from '../core/sql.ts'
import type { NewEvent } from './outbox.ts'
import { type Actor, commentEvent, fileEvent, versionEvent } from './resource-events.ts'

/** The part `deleted_files` of a statement: deletes the files for which this SQL over `f` is true. */
export function deletedFiles(which: Fragment): Fragment {
  return fragment`deleted_files as (
    delete from files f where ${which} returning f.id, f.project_id, f.allow_restricted)`
}

/**
 * The events of `deleted_files`. The rest of the statement sees comments and versions as they were when it began: where
 * the files are locked first, no comment is added meanwhile.
 */
export function deletedFileEvents(actor: Actor): [NewEvent, ...NewEvent[]] {
  // A deleted comment that remains as a placeholder for its replies has emitted its event before.
  const comments = fragment`(
    select c.id, c.project_id, c.file_id, c.parent_id
    from deleted_files join comments c on c.file_id = deleted_files.id where c.deleted_at is null
  ) it`
  // A reader who does not see a file must not learn that it was removed from a version.
  const versions = fragment`(
    select v.id, v.project_id, v.allow_restricted and bool_or(deleted_files.allow_restricted) as allow_restricted
    from deleted_files join version_files h on h.file_id = deleted_files.id join versions v on v.id = h.version_id
    group by v.id, v.project_id, v.allow_restricted
  ) it`
  return [
    commentEvent('comment.deleted', actor, comments),
    versionEvent('version.updated', actor, versions, { changed: ['files'] }),
    fileEvent('file.deleted', actor, fragment`deleted_files it`),
  ]
}
