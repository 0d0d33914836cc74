import type { FileDetails } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../data/client.ts'
import { showExpected } from '../../data/lists.ts'
import { fileQuery, keys } from '../../data/queries.ts'

type Change = Partial<Pick<FileDetails, 'name' | 'tag'>>

/** Shows the change at once and undoes it if the server refuses. */
export function useUpdateFile(file: FileDetails) {
  const queries = useQueryClient()
  const { queryKey } = fileQuery(file.id)
  return useMutation({
    async mutationFn({ name, tag }: Change) {
      if (name !== undefined) await client.files.update(file.id, { name })
      if (tag !== undefined) await client.files.setTag(file.id, { tag })
    },
    onMutate: (change) => showExpected<FileDetails>(queries, queryKey, (now) => ({ ...now, ...change })),
    onError: (_error, _change, restore) => restore?.(),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey }),
        queries.invalidateQueries({ queryKey: keys.project(file.project.id, 'files') }),
      ]),
  })
}
