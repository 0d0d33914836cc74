import type { ListAuditEntriesFields } from '@dailies/sdk'

/** The filters of the audit log, as the URL has them. */
export type AuditFilter = {
  action?: NonNullable<ListAuditEntriesFields['action']>
  actor?: string
  project?: string
  by?: 'people' | 'agents'
  days?: 1 | 7 | 30
}

/** For `validateSearch`. The server knows the actions. */
export function readAuditFilter(search: Record<string, unknown>): AuditFilter {
  const { action, actor, project, by, days } = search
  return {
    ...(typeof action === 'string' && { action: action as NonNullable<AuditFilter['action']> }),
    ...(typeof actor === 'string' && { actor }),
    ...(typeof project === 'string' && { project }),
    ...((by === 'people' || by === 'agents') && { by }),
    ...((days === 1 || days === 7 || days === 30) && { days }),
  }
}
