// The deeds of a key or an app, newest first, with links and with an undo where there is one.
import type { ConnectionActivity } from '@dailies/sdk'
import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { cursorPages, itemsOf } from '../data/lists.ts'
import { keys } from '../data/queries.ts'
import { Button } from '../ui/button.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { Time } from '../ui/time.tsx'
import { showDone } from '../ui/toasts.tsx'
import { Badge, EmptyList, ItemList, ListItem, Sheet } from './section-layout.tsx'
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
          <p>No changes yet. What it changes appears here; what it only reads does not.</p>
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
  const { event, text, excerpt, url, project } = item
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => undo(item),
    onSuccess: () => showDone('Undone.'),
    onSettled: () => queries.invalidateQueries({ queryKey: activityKey(connectionId) }),
  })
  const { pathname, search } = new URL(url)
  return (
    <ListItem
      title={
        <a className="target" href={`${pathname}${search}`}>
          {text}
        </a>
      }
      badges={event.actor?.agent && <Badge>Agent</Badge>}
      about={
        <>
          {project && `${project.name} · `}
          <Time of={event.createdAt} />
          {excerpt !== null && <p>{excerpt.length > 200 ? `${excerpt.slice(0, 200)}…` : excerpt}</p>}
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
