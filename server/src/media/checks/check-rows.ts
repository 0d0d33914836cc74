// Parts of statements that queue checks.
import { type Fragment, fragment } from '../../core/sql.ts'

/** The settings of the project of the file `f` and of its workspace: `own` and `common`. */
export const settingJoins: Fragment = fragment`
  join projects p on p.id = f.project_id
  left join check_settings own on own.workspace_id = p.workspace_id and own.project_id = p.id
  left join check_settings common on common.workspace_id = p.workspace_id and common.project_id is null`

/** Whether checks are on for the file `f`, joined with `settingJoins`. A project with a check profile of its own decides for itself. */
export const checksAreOn: Fragment = fragment`(case when own.off then false when own.profile_id is not null then true
  else not coalesce(common.off, false) end)`

/** For `insert into checks as c … on conflict`: the checks begin again, and an earlier attempt is too late. */
export const queuedAgain: Fragment = fragment`revision = excluded.revision, state = 'QUEUED', attempt = c.attempt + 1, tries = 0,
  cut_offs = 0, progress = null, failure_code = null, failure_message = null, failure_retryable = null,
  requested_profile_id = excluded.requested_profile_id, queued_at = excluded.queued_at, ended_at = null`
