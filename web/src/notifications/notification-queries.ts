import type { Notification } from '@dailies/sdk'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { useListChange } from '../data/list-change.ts'
import { cursorPages, mapItems, type Pages, showExpected } from '../data/lists.ts'
import { keys } from '../data/queries.ts'
import { expectRead, useUnread } from '../data/unread.ts'
import type { NotificationFilter } from './notification-filter.ts'

/** Reloaded when the number of unread notifications changes, or the newest of them. */
export const notificationsQuery = ({ unread, kind, project }: NotificationFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.notifications, { unread, kind, project }],
    queryFn: ({ pageParam, signal }) =>
      client.notifications
        .list(
          { unread: unread ?? false, kind, ...(project !== undefined && { project: { id: project } }) },
          { signal },
        )
        .page({ next: pageParam }),
    ...cursorPages,
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    refetchOnWindowFocus: true,
  })

const now = () => new Date().toISOString().replace('T', ' ').replace('Z', '000')

/** Marks one notification as read; does nothing if it already is. */
export function useMarkRead(): (notification: Notification) => void {
  const { mutate } = useListChange<Notification, Notification>(keys.notifications, {
    send: ({ id }) => client.notifications.read({ ids: [id] }),
    change: (item, { id }) => (item.id === id ? { ...item, readAt: now() } : item),
  })
  return (notification) => {
    if (notification.readAt !== null) return
    expectRead(1)
    mutate(notification)
  }
}

/** Marks everything as read that had happened when the page was last updated; undefined if there is nothing to mark. */
export function useMarkAllRead(): (() => void) | undefined {
  const queries = useQueryClient()
  const { unread = 0, newest } = useUnread()
  const { mutate } = useMutation({
    mutationFn: (before: string) => client.notifications.read({ before }),
    async onMutate() {
      expectRead(Number.POSITIVE_INFINITY)
      return showExpected<Pages<Notification>>(queries, keys.notifications, (list) =>
        mapItems(list, (item: Notification) => (item.readAt === null ? { ...item, readAt: now() } : item)),
      )
    },
    onError: (_error, _before, restore) => restore?.(),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.notifications }),
  })
  return unread > 0 && newest !== null ? () => mutate(newest) : undefined
}

export const levelQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.project(projectId, 'notification-level'),
    queryFn: async ({ signal }) => (await client.notifications.getLevel(projectId, { signal })).level,
  })

export const muteQuery = (fileId: string) =>
  queryOptions({
    queryKey: keys.file(fileId, 'mute'),
    queryFn: async ({ signal }) => (await client.notifications.getMute(fileId, { signal })).muted,
  })
