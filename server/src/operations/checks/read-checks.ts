// The checks of a file as the API shows them.
import { type Fragment, fragment, type Sql } from '../../core/sql.ts'
import { checksAreOn, settingJoins } from '../../media/checks/check-rows.ts'
import {
  type CheckCounts,
  type CheckRule,
  type CheckState,
  type Checks,
  type CheckWaiver,
  countColumns,
  type Finding,
  waiverJoin,
} from '../../records/checks.ts'

type Row = {
  id: string
  state: CheckState | null
  progress: number | null
  failureCode: string | null
  failureMessage: string | null
  failureRetryable: boolean | null
  profileId: string | null
  profileName: string | null
  profileVersion: number | null
  measuredAt: string | null
  measuredSeconds: number | null
  rules: CheckRule[] | null
  mediaState: string | null
  on: boolean
} & CheckCounts

/** `access` is the relation of that name, or nothing where the caller's access is known. Undefined if there is no such file. */
export async function readChecks(
  sql: Sql,
  fileId: string,
  options: { access?: Fragment; on: boolean },
): Promise<Checks | undefined> {
  return (await readChecksOf(sql, [fileId], options)).get(fileId)
}

/** The checks of any number of files by their ids, in two statements. */
export async function readChecksOf(
  sql: Sql,
  fileIds: readonly string[],
  { access, on }: { access?: Fragment; on: boolean },
): Promise<Map<string, Checks>> {
  const relation = access ?? fragment`(select) access`
  const rows = await sql<Row>`
    select f.id, c.state, c.progress, c.failure_code as "failureCode", c.failure_message as "failureMessage",
      c.failure_retryable as "failureRetryable", c.profile_id as "profileId", c.profile_name as "profileName",
      c.profile_version as "profileVersion", c.measured_at as "measuredAt", c.measured_seconds as "measuredSeconds", c.rules,
      m.state as "mediaState", ${checksAreOn} as on, n.problems, n.warnings, n.infos, n.waived
    from ${relation} join files f on f.id = any(${fileIds}::text[]) ${settingJoins}
    left join media m on m.file_id = f.id left join checks c on c.file_id = f.id
    cross join lateral (select ${countColumns} from findings fi ${waiverJoin} where fi.file_id = f.id) n`
  const checked = rows.filter(({ state }) => state !== null).map(({ id }) => id)
  const findings = checked.length === 0 ? new Map<string, Finding[]>() : await readFindings(sql, checked)
  return new Map(rows.map((row) => [row.id, checksOf(row, on, findings.get(row.id) ?? [])]))
}

function checksOf(row: Row, on: boolean, findings: Finding[]): Checks {
  const { state, problems, warnings, infos, waived } = row
  return {
    file: { id: row.id },
    state: state ?? stateWithout({ ...row, on: row.on && on }),
    progress: state === 'MEASURING' ? (row.progress ?? 0) : null,
    failure: failureOf(row),
    profile: profileOf(row),
    measuredAt: row.measuredAt,
    measuredSeconds: row.measuredSeconds,
    rules: row.rules ?? [],
    counts: { problems, warnings, infos, waived },
    findings,
  }
}

/** Of a file without a row of checks. */
function stateWithout({ on, mediaState }: Pick<Row, 'on' | 'mediaState'>): CheckState {
  if (!on) return 'OFF'
  return mediaState === 'PENDING' || mediaState === 'PROCESSING' ? 'QUEUED' : 'NONE'
}

function failureOf({ failureCode: code, failureMessage, failureRetryable }: Row): Checks['failure'] {
  return code === null ? null : { code, message: failureMessage ?? '', retryable: failureRetryable ?? false }
}

function profileOf({ profileId: id, profileName, profileVersion }: Row): Checks['profile'] {
  return id === null ? null : { id, name: profileName ?? id, version: profileVersion ?? 1 }
}

type WaiverRow = {
  waiverId: string | null
  reason: string
  waivedAt: string
  waivedFile: string
  userId: string | null
  userName: string
  userAvatar: string | null
}
type FindingRow = Omit<Finding, 'waiver' | 'comment'> &
  WaiverRow & { fileId: string; commentId: string | null }

/** By the ids of their files, in order of time. */
async function readFindings(sql: Sql, fileIds: readonly string[]): Promise<Map<string, Finding[]>> {
  const rows = await sql<FindingRow>`
    select fi.file_id as "fileId", fi.id, fi.rule, fi.level, fi.first_frame as "firstFrame", fi.last_frame as "lastFrame",
      fi.first_ms as "firstMs", fi.last_ms as "lastMs", fi.page, fi.measured, fi.limit_value as "limit", fi.unit, fi.message,
      fi.confidence, c.id as "commentId", ${waiverColumns}
    from findings fi join files f on f.id = fi.file_id ${waiverJoin} ${waiverUserJoins}
    left join comments c on c.id = fi.comment_id and c.deleted_at is null
    where fi.file_id = any(${fileIds}::text[]) order by fi.file_id, fi.position`
  const found = new Map<string, Finding[]>(fileIds.map((id) => [id, []]))
  for (const { fileId, commentId, ...row } of rows)
    found.get(fileId)!.push({
      ...withWaiver(row),
      comment: commentId === null ? null : { id: commentId },
    })
  return found
}

/** Of `waiver`, and of who gave it. */
export const waiverColumns: Fragment = fragment`waiver.id as "waiverId", waiver.reason, waiver.created_at as "waivedAt",
  waiver.file_id as "waivedFile", u.id as "userId", coalesce(w.display_name, u.name) as "userName",
  coalesce(w.avatar_url, u.avatar_url) as "userAvatar"`

export const waiverUserJoins: Fragment = fragment`join projects p on p.id = f.project_id
  left join users u on u.id = waiver.user_id
  left join workspace_members w on w.workspace_id = p.workspace_id and w.user_id = u.id`

export function withWaiver<Row extends WaiverRow>(
  row: Row,
): Omit<Row, keyof WaiverRow> & { waiver: CheckWaiver | null } {
  const { waiverId, reason, waivedAt, waivedFile, userId, userName, userAvatar, ...finding } = row
  const user = userId === null ? null : { id: userId, name: userName, avatarUrl: userAvatar }
  const waiver =
    waiverId === null ? null : { id: waiverId, reason, user, createdAt: waivedAt, file: { id: waivedFile } }
  return { ...finding, waiver }
}
