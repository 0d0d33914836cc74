// The deeds of a key or an app, newest first, with links and with an undo where there is one.
import type { ConnectionActivity } from '@dailies/sdk'
import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { client } from '../data/client.ts'
import { cursorPages, itemsOf } from '../data/lists.ts'
import { keys } from '../data/queries.ts'
import { Button } from '../ui/button.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { Time } from '../ui/time.tsx'
import { showDone } from '../ui/toasts.tsx'
import styles from './connections.module.css'
import { EmptyList, ItemList, ListItem, Sheet } from './section-layout.tsx'
import { undo } from './undo-activity.ts'

const activityKey = (connectionId: string) => keys.settings('activity', connectionId)

const activityQuery = (connectionId: string) =>
  infiniteQueryOptions({
    queryKey: activityKey(connectionId),
    queryFn: ({ signal, pageParam: next }) =>
      client.connections.activity(connectionId, {}, { signal }).page({ next }),
    ...cursorPages,
    staleTime: 0,
  })

export function ActivityLog({ connectionId }: { connectionId: string }) {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    activityQuery(connectionId),
  )
  const items = itemsOf(data)
  return (
    <Sheet title="Activity">
      <ProblemNote error={error} />
      {data && items.length === 0 && (
        <EmptyList>
          <p>Nothing yet. Comments, verdicts, uploads and other changes that it makes appear here.</p>
        </EmptyList>
      )}
      {items.length > 0 && (
        <ItemList label="Activity">
          {items.map((item) => (
            <ActivityItem key={item.event.id} item={item} connectionId={connectionId} />
          ))}
        </ItemList>
      )}
      {hasNextPage && (
        <div>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
    </Sheet>
  )
}

function ActivityItem({ item, connectionId }: { item: ConnectionActivity; connectionId: string }) {
  const { event, text, excerpt, url, project, deleted } = item
  const queries = useQueryClient()
  const link = useRef<HTMLAnchorElement>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: () => undo(item),
    onSuccess: () => showDone(`Undone: ${text}`),
    async onSettled() {
      await queries.invalidateQueries({ queryKey: activityKey(connectionId) })
      // The button is gone: the keyboard goes on from its row.
      if (document.activeElement === document.body) link.current?.focus()
    },
  })
  const { pathname, search } = new URL(url)
  return (
    <ListItem
      title={
        <a className="whole" ref={link} href={`${pathname}${search}`}>
          {text}
        </a>
      }
      about={
        <>
          {project && `${project.name} · `}
          <Time of={event.createdAt} />
          {event.actor?.agent && ' · by an agent'}
          {deleted && ' · deleted since'}
          {excerpt !== null && <p className={styles.excerpt}>{excerpt}</p>}
        </>
      }
      actions={
        item.undo !== null && (
          <Button small busy={isPending} onClick={() => mutate()} aria-label={`Undo: ${text}`}>
            Undo
          </Button>
        )
      }
    />
  )
}
