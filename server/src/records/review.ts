// Verdicts and review requests: their wire shapes, and the SQL for what counts.
import { z } from 'zod'
import { effectiveRole } from '../core/access.ts'
import { FileId, ProjectRole, ReviewRequestId, Timestamp, UserSummary, VerdictId } from '../core/schemas.ts'
import { type Fragment, fragment } from '../core/sql.ts'
import { roleSees, seesFile } from '../core/visibility.ts'
import { column, computed, object, type Row, recordMapper, selectList, wireSchema } from './columns.ts'
import { userProperties } from './member.ts'
import { Verdict } from './version.ts'

const Person = UserSummary.omit({ email: true })

/** Whether this user sees the version `v` now. */
export function seesVersion(user: Fragment): Fragment {
  return fragment`exists (
    select from projects p
    join workspace_members here on here.workspace_id = p.workspace_id and here.user_id = ${user}
    left join project_members own on own.project_id = p.id and own.user_id = ${user}
    cross join lateral (select ${effectiveRole(fragment`(here.role = 'GUEST')`, user)} as role) r
    where p.id = v.project_id and r.role is not null
      and ${roleSees('v', 'r.role')})`
}

/** The files of the version `v` that the caller of `access` sees, as a verdict records them. */
export const reviewedFiles = fragment`(
  select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'revision', f.stack_number, 'latest', coalesce((
      select max(complete.stack_number) from files complete
      where complete.stack_id = f.stack_id and complete.status = 'UPLOADED'), 0)) order by vf.position), '[]')
  from version_files vf join files f on f.id = vf.file_id
  where vf.version_id = v.id and ${seesFile('f')})`

export const StaleReason = z
  .enum(['REOPENED', 'FILES_CHANGED', 'NEW_REVISION'])
  .describe(
    'REOPENED: the version was sent back to work or to review since. FILES_CHANGED: a file was deleted. NEW_REVISION: a newer revision of a file is complete.',
  )

/** Why the verdict `d` on the version `v` no longer counts; null while it does. */
export const staleReason = fragment`case
  when d.review < v.reviews_started then 'REOPENED'
  when exists (
    select from jsonb_to_recordset(d.files) as seen (id text)
    where not exists (
      select from version_files vf join files f on f.id = vf.file_id where vf.version_id = v.id and vf.file_id = seen.id)
  ) then 'FILES_CHANGED'
  when exists (
    select from jsonb_to_recordset(d.files) as seen (id text, latest integer)
    join files f on f.id = seen.id
    join files newer on newer.stack_id = f.stack_id and newer.stack_number > seen.latest and newer.status = 'UPLOADED'
  ) then 'NEW_REVISION' end`

const ReviewedFile = z.object({
  id: FileId,
  revision: z.int().describe('Number of the file in its revision stack.'),
})

/** The files of the verdict `d` that the caller of `access` sees. A deleted file is shown to unrestricted callers only. */
const verdictFiles = fragment`case when d.files is not null then (
  select coalesce(json_agg(json_build_object('id', seen.id, 'revision', seen.revision)), '[]')
  from jsonb_to_recordset(d.files) as seen (id text, revision integer)
  left join files f on f.id = seen.id
  where ${roleSees('f')}) end`

/** Selected from `verdicts d`, `versions v`, `access` and `verdictUserJoins`. */
const verdictFields = {
  id: column(VerdictId, 'd.id'),
  user: object(Person.nullable().describe('null if the account is deleted.'), userProperties),
  name: column(z.string().describe('Name of the person when they gave the verdict.'), 'd.user_name'),
  role: column(
    ProjectRole.nullable().describe('Role of the person when they gave the verdict; null if unknown.'),
    'd.role',
  ),
  verdict: column(Verdict, 'd.verdict'),
  note: column(z.string().nullable(), 'd.note'),
  agent: column(z.boolean().describe('Whether a tool gave it for the person.'), 'd.agent'),
  stale: column(
    StaleReason.nullable().describe('Why the verdict no longer counts; null while it does.'),
    staleReason,
  ),
  files: column(
    z
      .array(ReviewedFile)
      .nullable()
      .describe('The files that the verdict is about; null if they were not recorded.'),
    verdictFiles,
  ),
  givenAt: column(Timestamp, 'd.given_at'),
}

export const VerdictRecord = wireSchema('VerdictRecord', verdictFields)
export const verdictColumns = selectList(verdictFields)
export type VerdictRow = Row<typeof verdictFields>
export const verdictRecord = recordMapper(verdictFields)

/** The person of `verdicts d` as the workspace of `access` knows them. */
export const verdictUserJoins = fragment`left join users u on u.id = d.user_id
  left join workspace_members w on w.workspace_id = access.workspace_id and w.user_id = u.id`

const GivenVerdict = z.object({
  verdict: Verdict,
  note: z.string().nullable(),
  agent: z.boolean(),
  stale: StaleReason.nullable().describe('Why the verdict no longer counts; null while it does.'),
  givenAt: Timestamp,
})

/** Selected from `review_requests q`, `versions v` and `requestJoins`. */
const requestFields = {
  id: column(ReviewRequestId, 'q.id'),
  user: object(Person, userProperties),
  state: computed(
    z
      .enum(['REQUESTED', 'SEEN', ...Verdict.options])
      .describe('A valid verdict, else whether the reviewer has opened the version.'),
  ),
  verdict: computed(
    GivenVerdict.nullable().describe('The last verdict of the reviewer, which may be stale; null for none.'),
    {
      verdictValue: column(Verdict.nullable(), 'd.verdict'),
      verdictNote: column(z.string().nullable(), 'd.note'),
      verdictAgent: column(z.boolean(), 'd.agent'),
      verdictStale: column(StaleReason.nullable(), staleReason),
      verdictGivenAt: column(Timestamp, 'd.given_at'),
    },
  ),
  message: column(z.string().nullable(), 'q.message'),
  dueAt: column(Timestamp.nullable(), 'q.due_at'),
  requestedBy: object(Person.nullable().describe('null if the account is deleted.'), {
    id: 'asker.id',
    name: 'coalesce(asker_here.display_name, asker.name)',
    avatarUrl: 'coalesce(asker_here.avatar_url, asker.avatar_url)',
  }),
  createdAt: column(Timestamp, 'q.created_at'),
  seenAt: column(Timestamp.nullable(), 'q.seen_at'),
  remindedAt: column(Timestamp.nullable(), 'q.reminded_at'),
}

export const ReviewRequest = wireSchema('ReviewRequest', requestFields)
export const requestColumns = selectList(requestFields)
export type RequestRow = Row<typeof requestFields>
const mapRequest = recordMapper(requestFields)

/** The reviewer of `review_requests q`, who asked, and the reviewer's verdict on the version. */
export const requestJoins = fragment`left join users u on u.id = q.user_id
  left join workspace_members w on w.workspace_id = access.workspace_id and w.user_id = u.id
  left join users asker on asker.id = q.requested_by
  left join workspace_members asker_here
    on asker_here.workspace_id = access.workspace_id and asker_here.user_id = asker.id
  left join verdicts d on d.version_id = q.version_id and d.user_id = q.user_id`

export function requestRecord(row: RequestRow): z.output<typeof ReviewRequest> {
  const { verdictValue, verdictStale } = row
  const verdict = verdictValue && {
    verdict: verdictValue,
    note: row.verdictNote,
    agent: row.verdictAgent,
    stale: verdictStale,
    givenAt: row.verdictGivenAt,
  }
  const seen = row.seenAt !== null || verdict !== null ? 'SEEN' : 'REQUESTED'
  return mapRequest(row, { verdict, state: verdict && verdictStale === null ? verdict.verdict : seen })
}
