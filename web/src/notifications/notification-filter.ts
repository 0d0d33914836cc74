import type { Notification } from '@dailies/sdk'

export type NotificationFilter = {
  unread?: true
  kind?: Notification['kind']
  project?: string
}

/** For `validateSearch`. The server knows the kinds. */
export function readNotificationFilter(search: Record<string, unknown>): NotificationFilter {
  return {
    ...(search.unread === true && { unread: true as const }),
    ...(typeof search.kind === 'string' && { kind: search.kind as Notification['kind'] }),
    ...(typeof search.project === 'string' && { project: search.project }),
  }
}
