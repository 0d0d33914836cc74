import type { Share, ShareGuest } from '@dailies/sdk'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { keys } from '../data/queries.ts'
import { parseTime } from '../ui/parse-time.ts'
import { showDone } from '../ui/toasts.tsx'

export const sharesQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.project(projectId, 'shares'),
    queryFn: ({ signal }) => client.shares.list(projectId, { signal }),
  })

export const shareQuery = (projectId: string, shareId: string) =>
  queryOptions({
    queryKey: keys.project(projectId, 'shares', shareId),
    queryFn: ({ signal }) => client.shares.get(shareId, { signal }),
  })

/** Views have no events: the list is loaded again from time to time. */
export const guestsQuery = (projectId: string, shareId: string) =>
  infiniteQueryOptions({
    queryKey: keys.project(projectId, 'shares', shareId, 'guests'),
    queryFn: ({ pageParam, signal }) => client.shares.listGuests(shareId, {}, { signal }).page(pageParam),
    initialPageParam: 1,
    getNextPageParam: (page) => (page.hasNext ? page.current + 1 : undefined),
    refetchInterval: 30_000,
    refetchOnWindowFocus: true,
  })

export type ShareState = 'OPEN' | 'EXPIRED' | 'ENDED'

export function stateOf({ endedAt, expiresAt }: Pick<Share, 'endedAt' | 'expiresAt'>): ShareState {
  if (endedAt !== null) return 'ENDED'
  return expiresAt !== null && parseTime(expiresAt).getTime() <= Date.now() ? 'EXPIRED' : 'OPEN'
}

/** The link, with which a manager sees the page as a guest does; undefined if it cannot be shown any more. */
export function previewPath({ id, url }: Pick<Share, 'id' | 'url'>): string | undefined {
  return url === null ? undefined : `${new URL(url).pathname}?preview=${id}`
}

/** Ending, deleting, and ending for one guest. */
export function useShareActions(projectId: string) {
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: keys.project(projectId, 'shares') })
  const end = useMutation({
    mutationFn: ({ id }: Share) => client.shares.end(id),
    meta: { ownErrors: true },
    onSuccess: (_nothing, { id, name }) => showDone(`${name} has ended.`, { key: `share ${id}` }),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: ({ id }: Share) => client.shares.delete(id),
    meta: { ownErrors: true },
    onSuccess: (_nothing, { id, name }) => showDone(`${name} is deleted.`, { key: `share ${id}` }),
    onSettled,
  })
  const endForGuest = useMutation({
    mutationFn: ({ share, guest }: { share: Share; guest: ShareGuest }) =>
      client.shares.endForGuest(share.id, guest.id),
    meta: { ownErrors: true },
    onSuccess: (_nothing, { guest }) => showDone(`The share has ended for ${guest.name}.`),
    onSettled,
  })
  return { end, remove, endForGuest }
}
