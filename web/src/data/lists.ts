// Paginated lists: how an infinite query loads them, and how a change is shown in them before the server has answered.
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * The part of `infiniteQueryOptions` that all lists with cursors share; `queryFn` loads `.page({ next: pageParam })`.
 */
export const cursorPages = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }: { next: string | null }) => next,
}

/** A list as an infinite query caches it. */
export type Pages<Item> = InfiniteData<{ data: Item[] }, unknown>

/** The items of all pages loaded so far. */
export function itemsOf<Item>(list: { pages: readonly { data: Item[] }[] } | undefined): Item[] {
  return list?.pages.flatMap(({ data }) => data) ?? []
}

/** Changes items in place; undefined removes an item. Pages without a change stay the same objects. */
export function mapItems<Item, List extends Pages<Item>>(
  list: List & Pages<Item>,
  change: (item: Item) => Item | undefined,
): List {
  let isChanged = false
  const pages = list.pages.map((page) => {
    const data = page.data.map(change).filter((item) => item !== undefined)
    if (data.length === page.data.length && data.every((item, index) => item === page.data[index]))
      return page
    isChanged = true
    return { ...page, data }
  })
  return isChanged ? { ...list, pages } : list
}

/**
 * Shows a change in all cached queries with a key prefix before the server has accepted it. Returns a function that
 * restores the previous state, in case the server refuses.
 */
export async function showExpected<Data>(
  queries: QueryClient,
  queryKey: QueryKey,
  change: (data: Data, key: QueryKey) => Data,
): Promise<() => void> {
  await queries.cancelQueries({ queryKey })
  const before = queries.getQueriesData<Data>({ queryKey })
  for (const [key, data] of before) if (data !== undefined) queries.setQueryData(key, change(data, key))
  return () => {
    for (const [key, data] of before) queries.setQueryData(key, data)
  }
}
