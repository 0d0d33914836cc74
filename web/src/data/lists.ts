// Lists on pages: how an infinite query reads them, and how a change is shown in them before the server has answered.
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showDone } from '../ui/toasts.tsx'

/** The part of `infiniteQueryOptions` that all lists with cursors share; `queryFn` reads `.page({ next: pageParam })`. */
export const cursorPages = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }: { next: string | null }) => next,
}

type Pages<Item> = InfiniteData<{ data: Item[] }, unknown>

/** The items of all pages read so far. */
export function itemsOf<Item>(list: { pages: readonly { data: Item[] }[] } | undefined): Item[] {
  return list?.pages.flatMap(({ data }) => data) ?? []
}

/** Changes items where they are; undefined removes an item. Pages without a change stay the same objects. */
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
 * Shows a change in all cached queries below a key before the server has made it. Returns a function that puts back what was
 * shown before, for the case that the server refuses.
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

type ListChange<Item, Variables> = {
  send: (variables: Variables) => Promise<unknown>
  /** The item after the change; undefined removes it. */
  change: (item: Item, variables: Variables) => Item | undefined
  /** The message when the server has made the change. */
  done?: (variables: Variables) => string
  /** Needs a subject. */
  undo?: (variables: Variables) => (() => void) | undefined
  /** Runs when the server has made the change. */
  onSent?: (variables: Variables) => unknown
  /** A later message about the same subject replaces an earlier one. */
  subject?: string
}

/**
 * A change to items of a list, with or without pages, in all cached queries below the key. The change is shown at once and
 * taken back when the server refuses; the lists are read again in either case.
 */
export function useListChange<Item, Variables>(queryKey: QueryKey, options: ListChange<Item, Variables>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: options.send,
    meta: { subject: options.subject },
    onMutate: (variables) =>
      showExpected<Item[] | Pages<Item>>(queries, queryKey, (list) => {
        const change = (item: Item) => options.change(item, variables)
        return Array.isArray(list)
          ? list.map(change).filter((item) => item !== undefined)
          : mapItems<Item, Pages<Item>>(list, change)
      }),
    onError: (_error, _variables, restore) => restore?.(),
    onSuccess(_answer, variables) {
      options.onSent?.(variables)
      if (!options.done) return
      const { subject } = options
      const undo = options.undo?.(variables)
      showDone(options.done(variables), subject === undefined ? {} : { undo, key: subject })
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}
