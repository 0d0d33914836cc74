import { queryOptions } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { keys } from '../data/queries.ts'

const seconds = 1_000

/**
 * The inbox of the signed-in person. Events of the open project mark it as out of date (event-table.ts). The page follows no
 * stream of its own: it is loaded again whenever it is opened, when the tab becomes visible, and every minute.
 */
export const inboxQuery = queryOptions({
  queryKey: keys.inbox,
  queryFn: ({ signal }) => client.inbox.get({ signal }),
  staleTime: 0,
  refetchOnWindowFocus: true,
  refetchInterval({ state: { data } }) {
    // The first project may appear at any moment: the demo project, or one that somebody shares.
    const isWatched = data && (data.generations.total > 0 || data.projects.length === 0)
    return (isWatched ? 5 : 60) * seconds
  },
})
