import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showDone } from '../ui/toasts.tsx'

/** Shown at once; taken back when the server refuses, and read again in any case. */
export function useListChange<Item, Variables>(
  queryKey: readonly unknown[],
  options: {
    send: (variables: Variables) => Promise<unknown>
    change: (items: Item[], variables: Variables) => Item[]
    done?: (variables: Variables) => string
  },
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: options.send,
    async onMutate(variables) {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData<Item[]>(queryKey)
      if (before) queries.setQueryData(queryKey, options.change(before, variables))
      return { before }
    },
    onError: (_error, _variables, context) => queries.setQueryData(queryKey, context?.before),
    onSuccess: (_answer, variables) => options.done && showDone(options.done(variables)),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}
