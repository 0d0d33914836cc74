import type { FileListItem } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { keys } from '../data/queries.ts'
import { showDone } from '../ui/toasts.tsx'

/** Sets the thumbnail of a file as the cover of its project. */
export function useSetCover(projectId: string): (file: FileListItem) => void {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ id }: FileListItem) => client.projects.update(projectId, { cover: { file: { id } } }),
    async onSuccess(_data, { name }) {
      showDone(`${name} is the project cover`, { key: 'cover' })
      await Promise.all([
        queries.invalidateQueries({ queryKey: keys.projects }),
        queries.invalidateQueries({ queryKey: keys.project(projectId, 'details') }),
      ])
    },
  })
  return mutate
}
