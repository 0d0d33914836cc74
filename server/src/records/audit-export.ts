// Exports of the audit log, oldest entry first. The log may be long, so an export is written page by page.
import { fragment, nothing, type Sql, verbatim } from '../core/sql.ts'
import {
  type AuditEntry,
  type AuditEntryRow,
  type AuditFilters,
  auditConditions,
  auditEntryColumns,
  auditEntryRecord,
} from './audit-entry.ts'
import { byteOrderMark, csvLine } from './csv.ts'

export const auditExportPath = '/exports/audit'
export const auditExportFormats = ['csv', 'jsonl'] as const
export type AuditExportFormat = (typeof auditExportFormats)[number]

export const auditExportTypes: Record<AuditExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
}

/** `until`: later entries are not part of it. */
export type AuditExport = {
  workspaceId: string
  format: AuditExportFormat
  until: string
  filters: AuditFilters
}

/** The fields of an export URL. They are trusted when read back: the URL is signed. */
export function auditExportFields({
  workspaceId,
  format,
  until,
  filters,
}: AuditExport): Record<string, string> {
  return { workspace: workspaceId, format, until, filters: JSON.stringify(filters) }
}

export function readAuditExport(fields: Record<string, string>): AuditExport {
  const format = fields.format as AuditExportFormat
  const { workspace: workspaceId = '', until = '', filters = '{}' } = fields
  return { workspaceId, format, until, filters: JSON.parse(filters) }
}

export function auditExportName({ format }: Pick<AuditExport, 'format'>, now = new Date()): string {
  return `audit-log-${now.toISOString().slice(0, 10)}.${format}`
}

const rowsPerPage = 1_000

export async function* writeAuditExport(
  read: (work: (sql: Sql) => Promise<AuditEntryRow[]>) => Promise<AuditEntryRow[]>,
  { workspaceId, format, until, filters }: AuditExport,
): AsyncGenerator<string> {
  const write = format === 'csv' ? csvRow : jsonRow
  const conditions = fragment`e.workspace_id = ${workspaceId} and e.created_at <= ${until}::timestamptz
    ${auditConditions(filters)}`
  if (format === 'csv') yield byteOrderMark + csvLine(header)
  for (let last: AuditEntryRow | undefined; ; ) {
    const after =
      last === undefined
        ? nothing
        : fragment`and (e.created_at, e.id) > (${last.createdAt}::timestamptz, ${last.id}::uuid)`
    const rows = await read(
      (sql) => sql<AuditEntryRow>`
        select ${auditEntryColumns} from audit_entries e where ${conditions} ${after}
        order by e.created_at, e.id limit ${verbatim(String(rowsPerPage))}`,
    )
    if (rows.length > 0) yield rows.map((row) => write(auditEntryRecord(row))).join('')
    if (rows.length < rowsPerPage) return
    last = rows.at(-1)
  }
}

function jsonRow(entry: AuditEntry): string {
  return `${JSON.stringify(entry)}\n`
}

const header = [
  ...['id', 'createdAt', 'action', 'actorId', 'actorName', 'actorEmail', 'credential', 'connectionId'],
  ...[
    'connectionName',
    'agent',
    'targetKind',
    'targetId',
    'targetName',
    'projectId',
    'projectName',
    'address',
  ],
  ...['userAgent', 'details'],
]

function csvRow({ actor, credential, target, project, ...entry }: AuditEntry): string {
  const cells = [
    ...[entry.id, entry.createdAt, entry.action, actor?.id, actor?.name, actor?.email],
    ...[credential.kind, credential.id, credential.name, String(entry.agent)],
    ...[target?.kind, target?.id, target?.name, project?.id, project?.name],
    ...[entry.address, entry.userAgent, JSON.stringify(entry.details)],
  ]
  return csvLine(cells.map((cell) => cell ?? ''))
}
