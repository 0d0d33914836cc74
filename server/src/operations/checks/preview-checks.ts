import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'
import type { Sql } from '../../core/sql.ts'
import { judge } from '../../media/checks/judge.ts'
import { loadNumbers } from '../../media/checks/load-numbers.ts'
import { CheckRules } from '../../media/checks/profile.ts'
import { type DescribedFinding, describeResults } from '../../media/checks/results.ts'
import { findingRows } from '../../media/checks/store-results.ts'
import { CheckPreview, type PreviewedFinding, waiverJoin } from '../../records/checks.ts'
import { waiverColumns, waiverUserJoins, withWaiver } from './read-checks.ts'

export const previewChecks = defineOperation({
  http: 'POST /api/files/:fileId/checks.preview',
  client: 'checks.preview',
  summary: 'Judge a measured file by the given rules, without storing the result.',

  scope: 'files:read',
  project: 'fileId',
  roles: anyRole,
  tier: 3,

  input: z.strictObject({ fileId: FileId, rules: CheckRules }),
  output: [200, CheckPreview],

  conflicts: ['not_measured'],
  ephemeral: true,

  async prepare({ fileId, rules }, { sql, storage }) {
    const numbers = await loadNumbers(sql, storage, fileId)
    if (!numbers) throw new ApiError('not_measured')
    return describeResults(numbers.measured, judge(numbers.measured, rules))
  },

  async handler({ fileId }, { sql }, { rules, findings: found }) {
    const findings = await withWaivers(sql, fileId, found)
    return { rules, counts: countsOf(findings), findings }
  },
})

type Row = Parameters<typeof withWaiver>[0] & { position: number }

async function withWaivers(
  sql: Sql,
  fileId: string,
  found: readonly DescribedFinding[],
): Promise<PreviewedFinding[]> {
  const rows = await sql<Row>`
    select fi.position, ${waiverColumns}
    from (select position, rule, "firstFrame" as first_frame, "lastFrame" as last_frame, "firstMs" as first_ms,
        "lastMs" as last_ms, page, measured from ${findingRows(found.map((finding, position) => ({ ...finding, position })))}) fi
    join files f on f.id = ${fileId} ${waiverJoin} ${waiverUserJoins}`
  const waivers = new Map(rows.map((row) => [row.position, withWaiver(row).waiver]))
  return found.map((finding, position) => ({ ...finding, waiver: waivers.get(position) ?? null }))
}

function countsOf(findings: readonly PreviewedFinding[]) {
  const open = (level: PreviewedFinding['level']) =>
    findings.filter((finding) => finding.waiver === null && finding.level === level).length
  return {
    problems: open('PROBLEM'),
    warnings: open('WARNING'),
    infos: open('INFO'),
    waived: findings.filter(({ waiver }) => waiver !== null).length,
  }
}
