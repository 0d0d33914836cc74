import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { givenFields } from '../../core/operation-audit.ts'
import { Timestamp } from '../../core/schemas.ts'
import { auditFilterInput } from '../../records/audit-entry.ts'
import {
  auditExportFields,
  auditExportFormats,
  auditExportName,
  auditExportPath,
} from '../../records/audit-export.ts'

/** The export is written when the URL is fetched, so 5 minutes are enough to follow it. */
const urlSeconds = 5 * 60

export const exportAuditEntries = defineOperation({
  http: 'GET /api/audit/export',
  client: 'audit.export',
  summary:
    'Get a URL, valid for 5 minutes, that exports the audit log of the workspace, oldest entry first, as CSV or as JSON lines. The export is itself an entry of the log.',

  scope: 'audit:read',
  workspaceRole: 'ADMIN',
  tier: 'default',
  audit: {
    action: 'audit.exported',
    target: 'workspace',
    details: ({ format, ...filters }) => ({ format, filters: givenFields(filters) }),
  },

  input: z.strictObject({
    format: z
      .enum(auditExportFormats)
      .default('csv')
      .describe(
        'csv: for a spreadsheet. jsonl: one entry as JSON on each line, as List Audit Entries returns it.',
      ),
    ...auditFilterInput,
  }),
  output: [
    200,
    z.object({
      url: z.string(),
      expiresAt: Timestamp,
      name: z.string().describe('Name of the exported file.'),
    }),
  ],

  async handler({ format, ...filters }, { sql, caller, urls }) {
    const [time] = await sql<{ until: string; expiresAt: string }>`
      select clock_timestamp() as until, now() + make_interval(secs => ${urlSeconds}) as "expiresAt"`
    const { until, expiresAt } = time!
    const fields = auditExportFields({ workspaceId: caller.workspaceId, format, until, filters })
    return {
      url: urls.sign(auditExportPath, fields, urlSeconds),
      expiresAt,
      name: auditExportName({ format }),
    }
  },
})
