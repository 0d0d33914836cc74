// Files that are deleted, and what is told of it: the comments on them and their place in versions go with them.
import { type Fragment, fragment } from '../core/sql.ts'
import type { Telling } from './outbox.ts'
import { type Actor, tellComment, tellFile, tellVersion } from './tellings.ts'

/** The part `gone` of a statement: deletes the files of which this SQL over `f` is true. */
export function goneFiles(which: Fragment): Fragment {
  return fragment`gone as (
    delete from files f where ${which} returning f.id, f.project_id, f.allow_restricted)`
}

/**
 * What is told of `gone`. The rest of the statement sees comments and versions as they were when it began: where the
 * files are locked before, nothing is added to them meanwhile.
 */
export function tellGoneFiles(caller: Actor): [Telling, ...Telling[]] {
  // Of those whose place was kept for their replies, it was told before.
  const comments = fragment`(
    select c.id, c.project_id, c.file_id, c.parent_id
    from gone join comments c on c.file_id = gone.id where c.deleted_at is null
  ) it`
  // Who does not see a file does not learn that it is gone from a version.
  const versions = fragment`(
    select v.id, v.project_id, v.allow_restricted and bool_or(gone.allow_restricted) as allow_restricted
    from gone join version_files h on h.file_id = gone.id join versions v on v.id = h.version_id
    group by v.id
  ) it`
  return [
    tellComment('comment.deleted', caller, comments),
    tellVersion('version.updated', caller, versions, fragment`, 'changed', array['files']`),
    tellFile('file.deleted', caller, fragment`gone it`),
  ]
}
