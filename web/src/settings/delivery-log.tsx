// The deliveries of a webhook, newest first. They are polled while the page is open, because deliveries have no events.
import type { WebhookDelivery } from '@dailies/sdk'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../data/client.ts'
import { cursorPages, itemsOf } from '../data/lists.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { parseTime } from '../ui/parse-time.ts'
import { ProblemNote } from '../ui/problem.tsx'
import { DeliveryItem } from './delivery-item.tsx'
import { EmptyList, ItemList, Sheet } from './section-layout.tsx'
import { deliveriesKey } from './settings-queries.ts'
import styles from './webhooks.module.css'

type State = WebhookDelivery['state']

const filters = [
  ['', 'All'],
  ['DELIVERED', 'Delivered'],
  ['PENDING', 'Pending'],
  ['FAILED', 'Failed'],
  ['SKIPPED', 'Skipped'],
] as const satisfies (readonly [State | '', string])[]

const deliveriesQuery = (webhookId: string, state: State | '') =>
  infiniteQueryOptions({
    queryKey: [...deliveriesKey(webhookId), state],
    queryFn: ({ signal, pageParam: next }) =>
      client.webhookDeliveries.list(webhookId, state === '' ? {} : { state }, { signal }).page({ next }),
    ...cursorPages,
    refetchInterval: ({ state: { data } }) => refreshAfter(data?.pages.map((page) => page.data)),
    staleTime: 0,
  })

/** Polls faster while a delivery is due. Stops once older pages were loaded, which would all be reloaded. */
function refreshAfter(pages: WebhookDelivery[][] | undefined): number | false {
  if (pages === undefined || pages.length > 1) return false
  const soon = Date.now() + 10_000
  const isDue = ({ state, nextAttemptAt }: WebhookDelivery) =>
    state === 'PENDING' && (nextAttemptAt === null || parseTime(nextAttemptAt).getTime() < soon)
  return pages[0]!.some(isDue) ? 2_000 : 10_000
}

export function DeliveryLog({ webhookId, active }: { webhookId: string; active: boolean }) {
  const [state, setState] = useState<State | ''>('')
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    deliveriesQuery(webhookId, state),
  )
  const deliveries = itemsOf(data)
  return (
    <Sheet title="Deliveries">
      <div className={styles.filter}>
        <SelectField label="Show" options={filters} value={state} onValue={setState} />
      </div>
      <ProblemNote error={error} />
      {data && deliveries.length === 0 && (
        <EmptyList>
          <p>
            {state !== ''
              ? 'No matching deliveries.'
              : active
                ? 'No deliveries yet. Send a test to see the response of the receiver.'
                : 'No deliveries yet.'}
          </p>
        </EmptyList>
      )}
      {deliveries.length > 0 && (
        <ItemList label="Deliveries">
          {deliveries.map((delivery) => (
            <DeliveryItem key={delivery.id} delivery={delivery} webhookId={webhookId} />
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
