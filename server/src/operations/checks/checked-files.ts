// The checks of files with names and timing, for exports.
import type { Sql } from '../../core/sql.ts'
import { type CheckedFile, timingOf } from '../../media/checks/export/checked-file.ts'
import type { Checks } from '../../records/checks.ts'
import { readChecksOf } from './read-checks.ts'

type Row = {
  id: string
  name: string
  frameRate: string | null
  variable: boolean
  startFrame: number | null
  dropFrame: boolean | null
}

/** In the order of the ids, in three statements. The caller's access to the files is known. */
export async function readCheckedFiles(
  sql: Sql,
  ids: readonly string[],
  on: boolean,
): Promise<CheckedFile[]> {
  const rows = await sql<Row>`
    select f.id, f.name, m.frame_rate_num || '/' || m.frame_rate_den as "frameRate",
      coalesce(m.variable_rate, false) as variable, m.start_frame as "startFrame", m.drop_frame as "dropFrame"
    from unnest(${ids}::text[]) with ordinality given (id, place) join files f on f.id = given.id
    left join media m on m.file_id = f.id order by given.place`
  const found = await readChecksOf(sql, ids, { on })
  return rows.flatMap(({ id, name, ...media }) => {
    const checks = found.get(id)
    return checks ? [checkedFile(id, name, media, checks)] : []
  })
}

function checkedFile(id: string, name: string, media: Omit<Row, 'id' | 'name'>, checks: Checks): CheckedFile {
  const { state, failure, profile, measuredSeconds, rules } = checks
  return {
    ...{ id, name, state, profile, measuredSeconds, rules },
    failure: failure && { code: failure.code, message: failure.message },
    timing: timingOf(media),
    // Ids of findings change with every run, and people are named: an export has no use for their ids.
    findings: checks.findings.map(({ id: _id, comment: _comment, waiver, ...finding }) => ({
      ...finding,
      waiver: waiver && {
        reason: waiver.reason,
        user: waiver.user && { name: waiver.user.name },
        createdAt: waiver.createdAt,
      },
    })),
  }
}
