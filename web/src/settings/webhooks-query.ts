import { queryOptions } from '@tanstack/react-query'
import { client } from '../app/client.ts'
import { keys } from '../app/queries.ts'

export const webhooksQuery = queryOptions({
  queryKey: keys.settings('webhooks'),
  queryFn: ({ signal }) => client.webhooks.list({ signal }),
  // A webhook may be switched off while one looks elsewhere.
  staleTime: 5_000,
  refetchOnWindowFocus: true,
})

export const deliveriesKey = (webhookId: string) => keys.settings('deliveries', webhookId)
