// SQL for events that a person may see now, in all projects of a workspace. The rules are those of the event stream.
import { effectiveRole, managers } from '../core/access.ts'
import { type Fragment, fragment } from '../core/sql.ts'
import { roleSees } from '../core/visibility.ts'
import { reaches } from '../records/event.ts'
import { notDestroyed } from '../records/project.ts'

/** A person who reads events, as SQL. */
export type EventReader = { workspaceId: Fragment; userId: Fragment; isGuest: Fragment }

/** To follow `events e`: its project `p`, while that exists, and the role `r` of the reader in it. Both may be null. */
export function eventAccess({ userId, isGuest }: Omit<EventReader, 'workspaceId'>): Fragment {
  return fragment`
    left join projects p on p.id = e.project_id and ${notDestroyed}
    left join project_members own on own.project_id = p.id and own.user_id = ${userId}
    cross join lateral (select case when p.id is not null then ${effectiveRole(isGuest, userId)} end as role) r`
}

/** Whether the reader may see the event. Events without a project are about skills, which the whole workspace sees. */
export const isVisible = fragment`(e.project_id is null or ${reaches(fragment`r.role`)})`

/** The filters of a reader, as SQL; null or false for none. */
export type EventFilters = {
  projectId: Fragment
  fileId: Fragment
  versionId: Fragment
  forMe: Fragment
  ownAgents: Fragment
}

/** Whether the event passes the filters. */
export function passes(filters: EventFilters, { userId }: EventReader): Fragment {
  const { projectId, fileId, versionId, forMe, ownAgents } = filters
  return fragment`(${projectId} is null or e.project_id = ${projectId})
    and (${fileId} is null or e.file_id = ${fileId})
    and (${versionId} is null or e.version_id = ${versionId})
    and (not ${forMe} or e.data #>> '{user,id}' = ${userId}::text or (e.data ->> 'mentionsEveryone')::boolean
      or e.data::jsonb -> 'mentions' @> jsonb_build_array(jsonb_build_object('id', ${userId}::text)))
    and (${ownAgents} or not coalesce((e.actor ->> 'agent')::boolean and e.actor ->> 'id' = ${userId}::text, false))`
}

/** Whether the reader sees what the filters name: the project, the file and the version. True when they name nothing. */
export function seesSubject(
  { workspaceId, userId, isGuest }: EventReader,
  { projectId, fileId, versionId }: Pick<EventFilters, 'projectId' | 'fileId' | 'versionId'>,
  managersOnly: Fragment,
): Fragment {
  return fragment`((${projectId} is null and ${fileId} is null and ${versionId} is null) or coalesce((
    select r.role is not null
      and (not ${managersOnly} or r.role = any(${managers}))
      and (${fileId} is null or (f.project_id = p.id and ${roleSees('f', 'r.role')}))
      and (${versionId} is null or (v.project_id = p.id and ${roleSees('v', 'r.role')}))
    from (select) nothing
    left join files f on f.id = ${fileId}
    left join versions v on v.id = ${versionId}
    join projects p on p.id = coalesce(${projectId}, f.project_id, v.project_id)
      and p.workspace_id = ${workspaceId} and ${notDestroyed}
    left join project_members own on own.project_id = p.id and own.user_id = ${userId}
    cross join lateral (select ${effectiveRole(isGuest, userId)} as role) r), false))`
}
