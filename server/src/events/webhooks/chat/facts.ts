// Reads what a message says about its events: the names and texts of this moment. A chat message reports only records that
// still exist and that the owner of the webhook may see now: a webhook must not show an admin the projects of others.
import type { FrameRate, TimecodeOptions } from '../../../core/frames.ts'
import { fragment, type Sql, verbatim } from '../../../core/sql.ts'
import { roleSees, roleSeesAll } from '../../../core/visibility.ts'
import { fileKind } from '../../../records/file-kind.ts'
import { timecodeRateSql } from '../../../records/timecode.ts'
import { eventAccess, isVisible } from '../../visible-events.ts'

export type Fact = {
  type: string
  actor: { id: string; name: string; agent: boolean } | null
  data: FactData
  projectId: string | null
  projectName: string | null
  fileId: string | null
  fileName: string | null
  fileKind: string | null
  /** Frames per second, unless unknown or variable. */
  rate: (FrameRate & TimecodeOptions) | null
  versionId: string | null
  versionName: string | null
  /** The user who last changed the status of the version. */
  deciderId: string | null
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
  comment?: { id: string }
  file?: { id: string } | null
  version?: { id: string }
  skill?: { id: string }
  parent?: { id: string } | null
  user?: { id: string }
  status?: { from: string; to: string }
  failure?: { code: string }
  counts?: { problems: number }
  skillReview?: { state: string }
  media?: { state: string }
  type?: string
  changed?: string[]
  verdict?: string
  kind?: string
  role?: string
}

/** More than the excerpt of any format, with long mentions. */
const maxContent = 5_000

const exists = fragment`(e.type like '%.deleted' or (
    (e.file_id is null or f.id is not null) and (e.version_id is null or v.id is not null)
    and (e.data #> '{comment,id}' is null or c.id is not null)
    and (e.data #> '{folder,id}' is null or folder.id is not null)
    and (e.data #> '{skill,id}' is null or skill.id is not null)))`

/** The columns of a fact, over `factJoins`. A restricted reviewer may not see a folder whose files were hidden since. */
export const factColumns = fragment`e.type, e.actor, e.data, p.id as "projectId", p.name as "projectName",
      f.id as "fileId", f.name as "fileName", ${fileKind} as "fileKind",
      ${verbatim(timecodeRateSql('m'))} as rate,
      v.id as "versionId", v.name as "versionName", v.status_changed_by as "deciderId", c.id as "commentId", left(c.content, ${maxContent}::integer) as content, c.anchor, c.frame,
      coalesce(user_here.display_name, u.name) as "userName",
      case when ${roleSeesAll('r.role')} then folder.name end as "folderName",
      skill.id as "skillId", skill.name as "skillName",
      coalesce(f.id, (
        select shown.id from version_files vf join files shown on shown.id = vf.file_id
        where vf.version_id = v.id and ${roleSees('shown', 'r.role')}
        order by vf.position limit 1)) as "stillFileId"`

/** The records of an event, to follow `events e`, its project `p` and the role `r` of the reader in it. */
export const factJoins = fragment`
    left join files f on f.id = e.file_id
    left join media m on m.file_id = f.id
    left join versions v on v.id = e.version_id
    left join comments c on c.id = (e.data #>> '{comment,id}')::uuid and c.deleted_at is null
    left join folders folder on folder.id = e.data #>> '{folder,id}'
    left join skills skill on skill.id = e.data #>> '{skill,id}'
    left join users u on u.id = (e.data #>> '{user,id}')::uuid
    left join workspace_members user_here on user_here.workspace_id = e.workspace_id and user_here.user_id = u.id`

/** The events of these deliveries of one webhook that its owner may see, in their order. */
export function readFacts(
  sql: Sql,
  deliveryIds: readonly string[],
): Promise<(Fact & { deliveryId: string })[]> {
  const owner = { userId: fragment`w.created_by`, isGuest: fragment`(here.role = 'GUEST')` }
  return sql<Fact & { deliveryId: string }>`
    select d.id as "deliveryId", ${factColumns}
    from webhook_deliveries d
    join webhooks w on w.id = d.webhook_id
    join workspace_members here on here.workspace_id = w.workspace_id and here.user_id = w.created_by
    join events e on e.workspace_id = w.workspace_id and e.number = (d.body::json #>> '{data,number}')::bigint
    ${eventAccess(owner)}
    ${factJoins}
    where d.id = any(${deliveryIds}::uuid[]) and ${isVisible} and ${exists}
    order by e.number`
}
