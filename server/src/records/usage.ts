// The usage of a workspace, stored and generated, from the totals and the changes since (decision 99).
import { z } from 'zod'
import { ProjectId, UserId } from '../core/schemas.ts'
import { fragment, type Sql, verbatim } from '../core/sql.ts'

const bytes = z.int().min(0)

const stored = {
  originals: bytes.describe('Bytes of files as they were uploaded or generated.'),
  attachments: bytes.describe('Bytes of attachments of comments, and of references for generation.'),
  derivatives: bytes.describe('Bytes of previews and proxies.'),
  trash: bytes.describe('Bytes of files in the trash, with their previews.'),
  total: bytes.describe('All of these together.'),
}

/** More projects and people than this are summed up. */
const listed = 100

const Others = z
  .object({ count: z.int(), total: bytes })
  .nullable()
  .describe(`The rest, when there are more than ${listed}; null if there is none.`)

export const Usage = z
  .object({
    storage: z.object(stored).describe('What the workspace stores.'),
    quota: z
      .object({
        bytes: bytes.describe('How much the workspace may store.'),
        used: bytes.describe('How much of it is used: everything but previews, the trash included.'),
      })
      .nullable()
      .describe('null without a quota. An upload that does not fit is refused with 409 `quota_exceeded`.'),
    projects: z
      .array(
        z.object({
          project: z
            .object({ id: ProjectId, name: z.string().nullable().describe('null for a deleted project.') })
            .nullable()
            .describe('null for uploads that belong to no project yet.'),
          ...stored,
        }),
      )
      .describe('Projects, the largest first.'),
    otherProjects: Others,
    people: z
      .array(
        z.object({
          user: z
            .object({ id: UserId, name: z.string().nullable().describe('null for a deleted account.') })
            .nullable()
            .describe('null for files whose author is not known.'),
          ...stored,
        }),
      )
      .describe('People by what they have uploaded and generated, the largest first.'),
    otherPeople: Others,
    generations: z
      .array(
        z.object({
          month: z.string().describe('`YYYY-MM`, in UTC.'),
          provider: z.string().describe('Provider of the models; `local` for drafts.'),
          done: z.int().describe('Generations that made a file.'),
          failed: z.int(),
          cancelled: z.int(),
        }),
      )
      .describe(
        'Generations of the last 12 months by provider, newest month first. Those of deleted files count.',
      ),
    counting: z
      .boolean()
      .describe('true while files from before an upgrade are still being counted: the numbers are too low.'),
  })
  .meta({ id: 'Usage' })
export type Usage = z.output<typeof Usage>

type Stored = z.output<z.ZodObject<typeof stored>>
type Row = Stored & {
  scope: 'WORKSPACE' | 'PROJECT' | 'PERSON'
  id: string
  name: string | null
  place: number
  count: number
}

const nobody = '00000000-0000-0000-0000-000000000000'
/** Objects that are not counted yet and are added here; more than these are only there after an upgrade. */
const mostUncounted = 10_000

export async function readStorage(sql: Sql, workspaceId: string) {
  const [rows, uncounted] = await Promise.all([
    sql<Row>`
      with bytes as (
        select t.scope, t.scope_id, t.kind, t.trashed, t.bytes from storage_totals t where t.workspace_id = ${workspaceId}
        union all
        select s.scope, coalesce(s.id, ${nobody}::uuid), c.kind, c.trashed, c.bytes
        from storage_changes c cross join lateral (
          values ('WORKSPACE', c.workspace_id), ('PROJECT', c.project_id), ('PERSON', c.user_id)) as s (scope, id)
        where c.workspace_id = ${workspaceId}
        union all
        select s.scope, coalesce(s.id, ${nobody}::uuid), 'ORIGINAL', false, o.size
        from (
          select o.workspace_id, o.uploader_id, o.size from objects o
          where o.workspace_id = ${workspaceId} and o.kind is null and o.orphaned_at is null
          limit ${verbatim(String(mostUncounted))}
        ) o cross join lateral (
          values ('WORKSPACE', o.workspace_id), ('PROJECT', null), ('PERSON', o.uploader_id)) as s (scope, id)
      ), summed as (
        select scope, scope_id,
          coalesce(sum(bytes) filter (where kind = 'ORIGINAL' and not trashed), 0)::bigint as originals,
          coalesce(sum(bytes) filter (where kind = 'ATTACHMENT' and not trashed), 0)::bigint as attachments,
          coalesce(sum(bytes) filter (where kind = 'DERIVATIVE' and not trashed), 0)::bigint as derivatives,
          coalesce(sum(bytes) filter (where trashed), 0)::bigint as trash, sum(bytes)::bigint as total
        from bytes group by scope, scope_id having sum(bytes) > 0
      ), placed as (
        select scope, scope_id, originals, attachments, derivatives, trash, total,
          row_number() over (partition by scope order by total desc, scope_id) as place
        from summed
      )
      select s.scope, s.scope_id as id, coalesce(p.name, m.display_name, u.name) as name, s.originals, s.attachments,
        s.derivatives, s.trash, s.total, s.place, 0::bigint as count
      from placed s
      left join projects p on s.scope = 'PROJECT' and p.id = s.scope_id
      left join users u on s.scope = 'PERSON' and u.id = s.scope_id
      left join workspace_members m on s.scope = 'PERSON' and m.user_id = s.scope_id and m.workspace_id = ${workspaceId}
      where s.place <= ${listed}
      union all
      select s.scope, ${nobody}::uuid, null, 0, 0, 0, 0, sum(s.total)::bigint, ${listed + 1}, count(*)
      from placed s where s.place > ${listed} group by s.scope
      order by scope, place`,
    sql`
      select from objects o where o.workspace_id = ${workspaceId} and o.kind is null and o.orphaned_at is null
      offset ${verbatim(String(mostUncounted))} limit 1`,
  ])
  const of = (scope: Row['scope']) => rows.filter((row) => row.scope === scope)
  const [workspace] = of('WORKSPACE')
  return {
    storage: workspace ? sizes(workspace) : nothing,
    projects: of('PROJECT')
      .filter(isListed)
      .map((row) => ({ project: named(row), ...sizes(row) })),
    otherProjects: others(of('PROJECT')),
    people: of('PERSON')
      .filter(isListed)
      .map((row) => ({ user: named(row), ...sizes(row) })),
    otherPeople: others(of('PERSON')),
    counting: uncounted.length > 0,
  }
}

const nothing: Stored = { originals: 0, attachments: 0, derivatives: 0, trash: 0, total: 0 }

const isListed = ({ place }: Row) => place <= listed

function sizes({ originals, attachments, derivatives, trash, total }: Row): Stored {
  return { originals, attachments, derivatives, trash, total }
}

function named({ id, name }: Row): { id: string; name: string | null } | null {
  return id === nobody ? null : { id, name }
}

function others(rows: Row[]): Usage['otherProjects'] {
  const rest = rows.find(({ place }) => place > listed)
  return rest ? { count: rest.count, total: rest.total } : null
}

/** Bytes that count for the quota of the workspace. */
export async function readUsedBytes(sql: Sql, workspaceId: string): Promise<number> {
  const [row] = await sql<{ used: number }>`select stored_bytes(${workspaceId}, null) as used`
  return row!.used
}

export function readGenerations(sql: Sql, workspaceId: string): Promise<Usage['generations']> {
  const since = fragment`date_trunc('month', now() at time zone 'UTC') - interval '11 months'`
  return sql<Usage['generations'][number]>`
    select to_char(g.month, 'YYYY-MM') as month, g.provider,
      coalesce(sum(g.count) filter (where g.outcome = 'DONE'), 0)::bigint as done,
      coalesce(sum(g.count) filter (where g.outcome = 'FAILED'), 0)::bigint as failed,
      coalesce(sum(g.count) filter (where g.outcome = 'CANCELLED'), 0)::bigint as cancelled
    from (
      select t.month, t.provider, t.outcome, t.count from generation_totals t
      where t.workspace_id = ${workspaceId} and t.month >= ${since}
      union all
      select c.month, c.provider, c.outcome, 1 from generation_changes c
      where c.workspace_id = ${workspaceId} and c.month >= ${since}
    ) g
    group by g.month, g.provider order by g.month desc, g.provider`
}
