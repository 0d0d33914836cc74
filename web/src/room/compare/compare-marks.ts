// The comments of a file, as far as they are shown here: where they are, and what they say.
import type { Comment, FileDetails } from '@dailies/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { client } from '../../app/client.ts'
import { type LiveEvent, useLiveEvents } from '../../app/live.ts'
import { keys } from '../../app/queries.ts'

/** Whoever wants to read more of them is in the room itself. */
const mostComments = 200

export function useMarks(file: FileDetails): Comment[] {
  const queries = useQueryClient()
  const queryKey = keys.file(file.id, 'marks')
  const follow = useCallback(
    (event: LiveEvent) => {
      if (event.type === 'reset' || !event.type.startsWith('comment.')) return
      const { file: about } = event.data as { file: { id: string } | null }
      if (about?.id === file.id) void queries.invalidateQueries({ queryKey: keys.file(file.id, 'marks') })
    },
    [queries, file.id],
  )
  useLiveEvents(follow)
  const { data = [] } = useQuery({
    queryKey,
    async queryFn({ signal }) {
      const comments: Comment[] = []
      const list = client.comments.listOnFile(
        file.id,
        { sort: { type: 'anchor', direction: 'asc' } },
        { signal },
      )
      for await (const comment of list) {
        if (comment.anchor === null || comments.push(comment) === mostComments) break
      }
      return comments
    },
  })
  return data
}
