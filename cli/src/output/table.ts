import type { Style } from '../kit/style.ts'
import { tableText } from '../kit/table.ts'
import { cellText, label } from './value.ts'

export type TableOptions = {
  columns: readonly string[]
  /** Undefined: the output is not a terminal, so nothing is cut. */
  terminalWidth: number | undefined
  style: Style
}

/** Records as a table of these fields. */
export function table(records: readonly Record<string, unknown>[], options: TableOptions): string {
  const columns = options.columns.map((name) => ({
    heading: label(name).toUpperCase(),
    cells: records.map((record) => cellText(name, record[name])),
    fixed: isFixed(name, records),
  }))
  return tableText(columns, options)
}

/** Lists without chosen columns: ID and name first, times last. */
export function columnsFor(resource: string, records: readonly Record<string, unknown>[]): string[] {
  const present = [...new Set(records.flatMap((record) => Object.keys(record)))]
  const chosen = columnsOf[resource]?.filter((name) => present.includes(name)) ?? []
  if (chosen.length > 1)
    return chosen.filter((name) => name !== 'destroyedAt' || records.some((r) => r[name]))
  const rank = (name: string) => (name === 'id' ? 0 : name === 'name' ? 1 : name.endsWith('At') ? 3 : 2)
  return present.sort((a, b) => rank(a) - rank(b))
}

/** The columns of each list, the most important first. */
const columnsOf: Record<string, readonly string[]> = {
  accessLinks: ['id', 'role', 'description', 'createdAt'],
  apiKeys: ['id', 'name', 'scopes', 'expiresAt', 'lastUsedAt', 'createdAt'],
  comments: ['id', 'author', 'content', 'anchor', 'replyCount', 'resolvedAt', 'createdAt'],
  connectedApps: ['id', 'name', 'scopes', 'lastUsedAt'],
  events: ['number', 'type', 'actor', 'data', 'createdAt'],
  files: ['id', 'name', 'status', 'tag', 'size', 'updatedAt'],
  folders: ['id', 'name', 'parent'],
  invitations: ['id', 'email', 'role', 'createdAt'],
  members: ['id', 'user', 'role'],
  models: ['id', 'name', 'outputType', 'available'],
  passkeys: ['id', 'name', 'lastUsedAt', 'createdAt'],
  projects: ['id', 'name', 'deadline', 'updatedAt', 'destroyedAt'],
  reactions: ['type', 'count'],
  sessions: ['id', 'userAgent', 'address', 'lastUsedAt', 'current'],
  skills: ['id', 'name', 'description', 'source'],
  versions: ['id', 'name', 'status', 'updatedAt'],
  webhookDeliveries: ['id', 'event', 'state', 'attempts', 'createdAt'],
  webhooks: ['id', 'url', 'events', 'active'],
  workspaceMembers: ['id', 'name', 'email', 'role'],
}

/** IDs, numbers, states and times are never cut. */
function isFixed(name: string, records: readonly Record<string, unknown>[]): boolean {
  if (name === 'id' || name === 'size' || name.endsWith('At')) return true
  return records.every((record) => {
    const value = record[name]
    return typeof value !== 'object' && (typeof value !== 'string' || /^[A-Z_]+$/.test(value))
  })
}
