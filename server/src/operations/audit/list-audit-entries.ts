import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { cursorInput, cursorPage, expectMany, keysetPage } from '../../core/pages.ts'
import {
  AuditEntry,
  type AuditEntryRow,
  auditConditions,
  auditEntryColumns,
  auditEntryRecord,
  auditFilterInput,
  auditIndex,
} from '../../records/audit-entry.ts'

export const listAuditEntries = defineOperation({
  http: 'GET /api/audit',
  client: 'audit.list',
  summary:
    'List the audit log of the workspace in pages, newest first: who signed in, changed access or settings, deleted or downloaded something, from which address.',

  scope: 'audit:read',
  workspaceRole: 'ADMIN',
  tier: 'default',

  input: z.strictObject({ ...auditFilterInput, ...cursorInput }),
  output: [200, cursorPage(AuditEntry)],

  async handler({ next, prev, ...filters }, { sql, caller, cursors }) {
    const { workspaceId } = caller
    const { within, rest } = auditIndex(workspaceId, filters)
    const page = keysetPage(
      cursors,
      { next, prev },
      {
        binding: ['listAuditEntries', workspaceId, filters],
        columns: [
          ['e.created_at', 'timestamptz'],
          ['e.id', 'uuid'],
        ],
        direction: 'desc',
        within,
      },
    )
    const rows = await sql<AuditEntryRow>`
      select ${auditEntryColumns} from audit_entries e ${expectMany}
      where true ${auditConditions(rest)} ${page.after}
      ${page.order}`
    return page.of(rows, ({ createdAt, id }) => [createdAt, id], auditEntryRecord)
  },
})
