import type { FileDetails } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../data/client.ts'
import { fileQuery, keys } from '../../data/queries.ts'

type Change = Partial<Pick<FileDetails, 'name' | 'tag'>>

/** Seen at once, and taken back if the server refuses. */
export function useUpdateFile(file: FileDetails) {
  const queries = useQueryClient()
  const { queryKey } = fileQuery(file.id)
  return useMutation({
    async mutationFn({ name, tag }: Change) {
      if (name !== undefined) await client.files.update(file.id, { name })
      if (tag !== undefined) await client.files.setTag(file.id, { tag })
    },
    async onMutate(change) {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)
      queries.setQueryData(queryKey, (now) => now && { ...now, ...change })
      return before
    },
    onError: (_error, _change, before) => queries.setQueryData(queryKey, before),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey }),
        queries.invalidateQueries({ queryKey: keys.project(file.project.id, 'files') }),
      ]),
  })
}
