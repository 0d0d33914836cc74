import type { Caller } from '../../core/access.ts'
import { type Fragment, fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { fileEvent, versionEvent } from '../../events/resource-events.ts'
import { verdicts } from '../../records/version.ts'

/**
 * The statement that gives versions a new status: `update` returns id, project_id, allow_restricted, created_at, revision,
 * status and, as before, the old status. The tags of their files follow in the same statement. A verdict is about all files of
 * the version, so it replaces any tag; another move takes along only the files that are still at the old status, so a tag that
 * was set by hand stays. Files are locked after their versions, and in one order, like everywhere. The newest version decides
 * about a file of several.
 */
export function changeStatus(caller: Caller, update: Fragment): Fragment {
  const status = { from: fragment`it.before`, to: fragment`it.status` }
  const tag = { from: fragment`it.before`, to: fragment`it.tag` }
  return fragment`
    updated as (${update}), reviewed as (
      select distinct on (vf.file_id) vf.file_id, v.before, v.status
      from updated v join version_files vf on vf.version_id = v.id
      order by vf.file_id, v.created_at desc, v.id desc
    ), followers as (
      select f.id, f.tag, v.status from reviewed v join files f on f.id = v.file_id
      where f.tag <> v.status and (f.tag = v.before or v.status = any(${verdicts}::text[]))
      order by f.id for no key update of f
    ), tagged as (
      update files f set tag = followers.status, updated_at = now()
      from followers where f.id = followers.id
      returning f.id, f.project_id, f.allow_restricted, f.tag, followers.tag as before
    ), emitted as (${emit(
      versionEvent('version.status_changed', caller, fragment`updated it`, { status }),
      fileEvent('file.updated', caller, fragment`tagged it`, { changed: ['tag'], tag }),
    )})
    select id, revision from updated`
}
