// The receipt of a review: what was reviewed, by whom, and by which rule the status follows.
import type { z } from 'zod'
import type { ProjectRole } from '../core/access.ts'
import { fragment, type Sql } from '../core/sql.ts'
import { roleSees } from '../core/visibility.ts'
import { notDestroyed } from './project.ts'
import { type VerdictRow, verdictColumns, verdictRecord, verdictUserJoins } from './review.ts'
import type { ReviewRule, VersionStatus } from './version.ts'

export const receiptFormats = ['json', 'pdf'] as const
export type ReceiptFormat = (typeof receiptFormats)[number]

/** The first field of every receipt; another layout gets another number. */
const layout = 'dailies-receipt-1'

type NamedPerson = { id: string; name: string }

type ReceiptFile = {
  id: string
  name: string
  revision: number
  size: number | null
  /** In hex; null for a file without bytes here, such as a linked video. */
  sha256: string | null
}

type ReceiptVerdict = Omit<ReturnType<typeof verdictRecord>, 'id' | 'user'> & { user: { id: string } | null }

export type Receipt = {
  layout: typeof layout
  server: string
  issuedAt: string
  project: { id: string; name: string }
  version: { id: string; name: string; status: VersionStatus; statusChangedAt: string | null }
  rule: { type: z.output<typeof ReviewRule>['type']; user: NamedPerson | null; agentVerdictsCount: boolean }
  reviewers: NamedPerson[]
  files: ReceiptFile[]
  verdicts: ReceiptVerdict[]
}

export function receiptPath(versionId: string): string {
  return `/receipts/versions/${versionId}`
}

/** The fields of the signed URL: a restricted reviewer gets a receipt of the files that they see. */
export type ReceiptFields = { format: ReceiptFormat; role: ProjectRole }

type Found = Omit<Receipt, 'layout' | 'server' | 'files' | 'verdicts'> & { workspaceId: string }

/** Returns undefined if the version is deleted. */
export async function writeReceipt(
  sql: Sql,
  server: string,
  versionId: string,
  role: ProjectRole,
): Promise<Receipt | undefined> {
  const [found] = await sql<Found>`
    select p.workspace_id as "workspaceId", to_char(now(), 'YYYY-MM-DD HH24:MI:SS.US') as "issuedAt",
      json_build_object('id', p.id, 'name', p.name) as project,
      json_build_object('id', v.id, 'name', v.name, 'status', v.status,
        'statusChangedAt', to_char(v.status_changed_at, 'YYYY-MM-DD HH24:MI:SS.US')) as version,
      json_build_object('type', coalesce(v.review_rule, p.review_rule, 'ANY_ONE'), 'agentVerdictsCount', p.agent_verdicts_count,
        'user', (select json_build_object('id', u.id, 'name', coalesce(w.display_name, u.name))
          from users u left join workspace_members w on w.workspace_id = p.workspace_id and w.user_id = u.id
          where u.id = case when v.review_rule is null then p.review_rule_user_id else v.review_rule_user_id end)) as rule,
      (select coalesce(json_agg(json_build_object('id', u.id, 'name', coalesce(w.display_name, u.name)) order by q.created_at, q.id), '[]')
        from review_requests q join users u on u.id = q.user_id
        left join workspace_members w on w.workspace_id = p.workspace_id and w.user_id = u.id
        where q.version_id = v.id) as reviewers
    from versions v join projects p on p.id = v.project_id
    where v.id = ${versionId} and ${notDestroyed}`
  if (!found) return undefined
  const { workspaceId, ...facts } = found
  const files = await sql<ReceiptFile>`
    select f.id, f.name, f.stack_number as revision, f.size, encode(h.sha256, 'hex') as sha256
    from (select ${role}::text as role) reader, version_files vf join files f on f.id = vf.file_id left join object_hashes h on h.object_id = f.object_id
    where vf.version_id = ${versionId} and ${roleSees('f', 'reader.role')}
    order by vf.position`
  const access = fragment`(select ${workspaceId}::uuid as workspace_id, ${role}::text as role) access`
  const rows = await sql<VerdictRow>`
    select ${verdictColumns} from ${access} join versions v on v.id = ${versionId}
    join verdicts d on d.version_id = v.id ${verdictUserJoins} order by d.given_at, d.id`
  const verdicts = rows.map((row) => {
    const { id: _id, user, ...verdict } = verdictRecord(row)
    return { ...verdict, user: user && { id: user.id } }
  })
  return { layout, server, ...facts, files, verdicts }
}
