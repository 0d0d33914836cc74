// All notifications of the person, with filters and keys.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { itemsOf } from '../data/lists.ts'
import { useTitle } from '../data/page-title.ts'
import { projectsQuery } from '../projects/projects-query.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { ProblemPage } from '../ui/problem-page.tsx'
import { Select } from '../ui/select.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { type NotificationFilter, readNotificationFilter } from './notification-filter.ts'
import { NotificationItem } from './notification-item.tsx'
import { notificationsQuery, useMarkAllRead } from './notification-queries.ts'
import { kindNames } from './notification-text.ts'
import styles from './notifications-page.module.css'
import { useListKeys } from './use-list-keys.ts'

export function NotificationsPage() {
  useTitle('Notifications')
  const filter = useSearch({ from: '/notifications' })
  const markAllRead = useMarkAllRead()
  return (
    <div className={`page ${styles.page}`}>
      <div className={styles.head}>
        <h1>Notifications</h1>
        <Button onClick={markAllRead} disabled={!markAllRead}>
          Mark all as read
        </Button>
      </div>
      <Filters filter={filter} />
      <Items filter={filter} markAllRead={markAllRead} />
    </div>
  )
}

const all = 'all'

function Filters({ filter }: { filter: NotificationFilter }) {
  const { unread, kind, project } = filter
  const navigate = useNavigate({ from: '/notifications' })
  const { data: projects } = useInfiniteQuery(projectsQuery(undefined, false, 'activity'))
  const { data: shown } = useInfiniteQuery(notificationsQuery(filter))
  const names = new Map(itemsOf(projects).map(({ id, name }) => [id, name]))
  for (const item of itemsOf(shown)) names.set(item.project.id, item.project.name)
  if (project !== undefined && !names.has(project)) names.set(project, 'Another project')
  const choose = (change: { [Key in keyof NotificationFilter]: NotificationFilter[Key] | undefined }) =>
    void navigate({ search: readNotificationFilter({ ...filter, ...change }), replace: true })
  return (
    <search className={styles.filters} aria-label="Filters">
      <Choice
        label="Show"
        options={[
          { value: 'all', label: 'All' },
          { value: 'unread', label: 'Unread' },
        ]}
        value={unread ? 'unread' : 'all'}
        onValue={(value) => choose({ unread: value === 'unread' ? true : undefined })}
      />
      <Select
        aria-label="Kind"
        options={[[all, 'All kinds'], ...kindNames]}
        value={kind ?? all}
        onValue={(value) => choose({ kind: value === all ? undefined : value })}
      />
      <Select
        aria-label="Project"
        options={[[all, 'All projects'], ...names]}
        value={project ?? all}
        onValue={(value) => choose({ project: value === all ? undefined : value })}
      />
    </search>
  )
}

function Items({
  filter,
  markAllRead,
}: {
  filter: NotificationFilter
  markAllRead: (() => void) | undefined
}) {
  const list = useRef<HTMLUListElement>(null)
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    notificationsQuery(filter),
  )
  const items = itemsOf(data)
  useListKeys(list, items, markAllRead)
  if (data === undefined)
    return error === null ? (
      <Spinner label="Loading notifications" />
    ) : (
      <ProblemPage error={error} retry={() => void refetch()} />
    )
  if (items.length === 0) return <Empty filter={filter} />
  return (
    <>
      <ul ref={list} className={styles.list} aria-label="Notifications">
        {items.map((notification) => (
          <NotificationItem key={notification.id} notification={notification} />
        ))}
      </ul>
      {hasNextPage && <LoadMore busy={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </>
  )
}

function Empty({ filter: { unread, kind, project } }: { filter: NotificationFilter }) {
  const navigate = useNavigate({ from: '/notifications' })
  const showAll = <Button onClick={() => void navigate({ search: {} })}>Show all notifications</Button>
  if (kind !== undefined || project !== undefined)
    return <EmptyState title="No matching notifications">{showAll}</EmptyState>
  if (unread)
    return (
      <EmptyState title="You have read everything">
        <p className="quiet">New notifications appear here as they arrive.</p>
        {showAll}
      </EmptyState>
    )
  return (
    <EmptyState title="No notifications yet">
      <p className="quiet">
        Mentions, replies, review requests and verdicts appear here. To hear of more or less, choose a level
        in the menu of a project.
      </p>
    </EmptyState>
  )
}
