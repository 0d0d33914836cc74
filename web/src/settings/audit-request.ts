import type { ListAuditEntriesFields } from '@dailies/sdk'
import type { AuditFilter } from './audit-filter.ts'

/** The fields of a request. A period begins at midnight, so that all pages of a list have the same beginning. */
export function requestOf({ by, days, ...filter }: AuditFilter, now = new Date()): ListAuditEntriesFields {
  return {
    ...filter,
    ...(by !== undefined && { agent: by === 'agents' }),
    ...(days !== undefined && { from: timestamp(midnight(now, days - 1)) }),
  }
}

function midnight(now: Date, daysAgo: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo)
}

function timestamp(date: Date): string {
  return `${date.toISOString().slice(0, 19).replace('T', ' ')}.000000`
}
