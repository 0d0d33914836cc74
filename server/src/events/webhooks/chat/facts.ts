// Reads what a chat message says about its events: the names and texts of this moment, and only of records that still exist
// and that the owner of the webhook may see now. A webhook must not show an admin the projects of others.
import { effectiveRole } from '../../../core/access.ts'
import { fragment, type Sql } from '../../../core/sql.ts'
import { eventReach, sightOf } from '../../../records/event.ts'
import { fileKind } from '../../../records/file-kind.ts'
import { notDestroyed } from '../../../records/project.ts'

export type Fact = {
  deliveryId: string
  type: string
  actor: { id: string; name: string; agent: boolean } | null
  data: FactData
  projectId: string | null
  projectName: string | null
  fileId: string | null
  fileName: string | null
  fileKind: string | null
  /** Frames per second, unless unknown or variable. */
  rate: { num: number; den: number } | null
  versionId: string | null
  versionName: string | null
  commentId: string | null
  content: string | null
  anchor: number | null
  frame: number | null
  /** The person that the event is about. */
  userName: string | null
  folderName: string | null
  skillId: string | null
  skillName: string | null
  /** The file to show a still of. */
  stillFileId: string | null
}

/** The fields of `data` that messages use, of any type of event. */
export type FactData = {
  parent?: { id: string } | null
  user?: { id: string }
  status?: { from: string; to: string }
  failure?: { code: string }
  media?: { state: string }
  type?: string
  changed?: string[]
  verdict?: string
  role?: string
}

/** More than the excerpt of any format, with long mentions. */
const maxContent = 5_000

const exists = fragment`(e.type like '%.deleted' or (
    (e.file_id is null or f.id is not null) and (e.version_id is null or v.id is not null)
    and (e.data #> '{comment,id}' is null or c.id is not null)
    and (e.data #> '{folder,id}' is null or folder.id is not null)
    and (e.data #> '{skill,id}' is null or skill.id is not null)))`

/** Selected from `events e` and `factJoins`. */
export const factFields = fragment`e.type, e.actor, e.data, p.id as "projectId", p.name as "projectName",
  f.id as "fileId", f.name as "fileName", ${fileKind} as "fileKind",
  case when not m.variable_rate and m.frame_rate_num is not null then
    json_build_object('num', m.frame_rate_num, 'den', m.frame_rate_den) end as rate,
  v.id as "versionId", v.name as "versionName", c.id as "commentId", left(c.content, ${maxContent}::integer) as content, c.anchor, c.frame,
  coalesce(user_here.display_name, u.name) as "userName", folder.name as "folderName",
  skill.id as "skillId", skill.name as "skillName"`

/** The records of `events e` at this moment, and the role `r` of the reader, whose membership of the workspace is `here`. */
export const factJoins = fragment`
  left join projects p on p.id = e.project_id and ${notDestroyed}
  left join project_members own on own.project_id = p.id and own.user_id = here.user_id
  cross join lateral (
    select case when p.id is not null then ${effectiveRole(fragment`(here.role = 'GUEST')`, fragment`here.user_id`)} end
      as role
  ) r
  left join files f on f.id = e.file_id
  left join media m on m.file_id = f.id
  left join versions v on v.id = e.version_id
  left join comments c on c.id = (e.data #>> '{comment,id}')::uuid and c.deleted_at is null
  left join folders folder on folder.id = e.data #>> '{folder,id}'
  left join skills skill on skill.id = e.data #>> '{skill,id}'
  left join users u on u.id = (e.data #>> '{user,id}')::uuid
  left join workspace_members user_here on user_here.workspace_id = here.workspace_id and user_here.user_id = u.id`

/** Whether the reader may see the event. */
export const factIsVisible = fragment`(e.project_id is null or ${eventReach} <= ${sightOf(fragment`r.role`)})`

/** The events of these deliveries of one webhook that its owner may see, in their order. */
export function readFacts(sql: Sql, deliveryIds: readonly string[]): Promise<Fact[]> {
  return sql<Fact>`
    select d.id as "deliveryId", ${factFields},
      coalesce(f.id, (
        select shown.id from version_files vf join files shown on shown.id = vf.file_id
        where vf.version_id = v.id and (shown.allow_restricted or r.role <> 'PROJECT_RESTRICTED_REVIEWER')
        order by vf.position limit 1)) as "stillFileId"
    from webhook_deliveries d
    join webhooks w on w.id = d.webhook_id
    join workspace_members here on here.workspace_id = w.workspace_id and here.user_id = w.created_by
    join events e on e.workspace_id = w.workspace_id and e.number = (d.body::json #>> '{data,number}')::bigint
    ${factJoins}
    where d.id = any(${deliveryIds}::uuid[]) and ${factIsVisible} and ${exists}
    order by e.number`
}
