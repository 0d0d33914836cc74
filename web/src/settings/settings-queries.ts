// The queries that several sections use.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { cursorPages } from '../data/lists.ts'
import { keys, withoutEvents } from '../data/queries.ts'

export const webhooksQuery = queryOptions({
  queryKey: keys.settings('webhooks'),
  queryFn: ({ signal }) => client.webhooks.list({ signal }),
  ...withoutEvents,
})

export const deliveriesKey = (webhookId: string) => keys.settings('deliveries', webhookId)

export const apiKeysQuery = queryOptions({
  queryKey: keys.settings('api-keys'),
  queryFn: ({ signal }) => client.apiKeys.list({ signal }),
})

export const workspaceMembersKey = keys.settings('members')

export const workspaceMembersQuery = (keyword: string) =>
  infiniteQueryOptions({
    queryKey: [...workspaceMembersKey, keyword],
    queryFn: ({ signal, pageParam: next }) =>
      client.workspaceMembers.list(keyword === '' ? {} : { keyword }, { signal }).page({ next }),
    ...cursorPages,
    placeholderData: (before) => before,
  })
