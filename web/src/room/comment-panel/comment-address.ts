import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { CommentAddress } from './use-selection.ts'

/** The selected comment in the URL of the review room. */
export function useCommentAddress(): CommentAddress {
  const navigate = useNavigate()
  const { comment: linked } = useSearch({ strict: false })
  const set = useCallback(
    (comment: string | undefined) =>
      void navigate({
        to: '.',
        search: ({ comment: _, ...search }) => (comment === undefined ? search : { ...search, comment }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  return { linked, set }
}
