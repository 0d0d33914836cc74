// Stores the results of checks: the outcome of each rule, and the findings. All statements of one transaction.
import { type Fragment, fragment, type Sql } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { type Actor, fileEvent } from '../../events/resource-events.ts'
import { countColumns, waiverJoin } from '../../records/checks.ts'
import { idOf } from '../store-derivatives.ts'
import type { Measured } from './finding.ts'
import { judge } from './judge.ts'
import type { ProfileOfFile } from './profile-of.ts'
import { type Described, type DescribedFinding, describeResults } from './results.ts'

export type Results = Described & {
  profile: Pick<ProfileOfFile, 'id' | 'name' | 'version'>
  measuredSeconds: number | null
}

export function resultsOf(measured: Measured, { rules, ...profile }: ProfileOfFile): Results {
  return {
    ...describeResults(measured, judge(measured, rules)),
    ...{ profile, measuredSeconds: measured.measuredSeconds ?? null },
  }
}

/** The columns of `checks` that the results set. */
export function resultColumns({ profile, rules, measuredSeconds }: Results): Fragment {
  return fragment`profile_id = ${profile.id}, profile_version = ${profile.version}, profile_name = ${profile.name},
    rules = ${JSON.stringify(rules)}::jsonb, measured_seconds = ${measuredSeconds}`
}

/** Findings that were found before keep their rows, and so their comments. */
export async function replaceFindings(
  sql: Sql,
  fileId: string,
  findings: readonly DescribedFinding[],
): Promise<void> {
  const ids = findingIds(fileId, findings)
  const rows = findings.map((finding, position) => ({ id: ids[position], position, ...finding }))
  await sql`delete from findings where file_id = ${fileId} and id <> all(${ids}::uuid[])`
  await sql`
    insert into findings (id, file_id, position, rule, level, first_frame, last_frame, first_ms, last_ms, page, measured,
      limit_value, unit, message, confidence)
    select id, ${fileId}, position, ${columns} from ${findingRows(rows)}
    on conflict on constraint findings_pkey do update set position = excluded.position, level = excluded.level,
      first_ms = excluded.first_ms, last_ms = excluded.last_ms, measured = excluded.measured,
      limit_value = excluded.limit_value, unit = excluded.unit, message = excluded.message, confidence = excluded.confidence`
}

const columns = fragment`rule, level, "firstFrame", "lastFrame", "firstMs", "lastMs", page, measured, "limit", unit, message,
  confidence`

/** Findings as a relation with the names of the API. */
export function findingRows(findings: readonly object[]): Fragment {
  return fragment`jsonb_to_recordset(${JSON.stringify(findings)}::jsonb) as found (id uuid, position integer, rule text, level text,
    "firstFrame" bigint, "lastFrame" bigint, "firstMs" bigint, "lastMs" bigint, page integer, measured jsonb, "limit" jsonb,
    unit text, message text, confidence double precision)`
}

/** The same for the same file, rule and place. Several findings of one place are counted. */
function findingIds(fileId: string, findings: readonly DescribedFinding[]): string[] {
  const counts = new Map<string, number>()
  return findings.map(({ rule, firstFrame, lastFrame, firstMs, lastMs, page, measured }) => {
    const isPlaced = (firstFrame ?? firstMs) !== null
    const subject = !isPlaced && typeof measured === 'string' ? measured : null
    const place = firstFrame === null ? [firstMs, lastMs] : [firstFrame, lastFrame, 'frames']
    const key = JSON.stringify([fileId, rule, ...place, page, subject])
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return idOf(`finding ${key} ${count}`)
  })
}

/** `file.checked` for a file that is not in the trash, with its counts of now: a statement of its own, after the change. */
export async function emitChecked(sql: Sql, fileId: string, actor: Actor): Promise<void> {
  const from = fragment`(
    select f.id, f.project_id, f.allow_restricted, c.state, n.problems, n.warnings, n.infos, n.waived
    from files f join checks c on c.file_id = f.id cross join lateral (
      select ${countColumns} from findings fi ${waiverJoin} where fi.file_id = f.id) n
    where f.id = ${fileId}) it`
  const counts = {
    problems: fragment`it.problems`,
    warnings: fragment`it.warnings`,
    infos: fragment`it.infos`,
    waived: fragment`it.waived`,
  }
  await sql`${emit(fileEvent('file.checked', actor, from, { state: fragment`it.state`, counts }))}`
}
