import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { showDone } from '../ui/toasts.tsx'
import { mapItems, type Pages, showExpected } from './lists.ts'

type ListChange<Item, Variables> = {
  send: (variables: Variables) => Promise<unknown>
  /** The item after the change; undefined removes it. */
  change: (item: Item, variables: Variables) => Item | undefined
  /** The toast shown when the server has accepted the change. */
  done?: (variables: Variables) => string
  /** Undoes the change; requires a subject. */
  undo?: (variables: Variables) => (() => void) | undefined
  /** Runs when the server has accepted the change. */
  onSent?: (variables: Variables) => unknown
  /** A later toast about the same subject replaces an earlier one. */
  subject?: string
}

/**
 * A change to items of a list, with or without pages, in all cached queries with this key prefix. The change is shown
 * at once and undone when the server refuses it; the lists are reloaded in either case.
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
