import type { Comment } from '@dailies/sdk'
import { useRoom } from '../room.ts'
import { useKeys } from './use-keys.ts'
import type { Select } from './use-selection.ts'

/** ↑ and ↓ go through the comments, from the selected one or from where one is; Esc lets go of it. */
export function useCommentKeys(comments: readonly Comment[], select: Select): void {
  const room = useRoom()
  useKeys((event) => {
    const { selected } = room.store.get()
    if (event.key === 'Escape' && selected !== null) void room.select(null)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const next = neighbour(comments, selected, room.here().ms, event.key === 'ArrowDown')
      if (next) select(next)
    } else return
    event.preventDefault()
  })
}

export function neighbour(
  comments: readonly Comment[],
  selected: string | null,
  ms: number | undefined,
  isDown: boolean,
): Comment | undefined {
  const index = comments.findIndex(({ id }) => id === selected)
  if (index >= 0) return comments[index + (isDown ? 1 : -1)]
  if (ms === undefined) return comments.at(isDown ? 0 : -1)
  const isAfter = ({ anchor }: Comment) => anchor !== null && anchor > ms
  const isBefore = ({ anchor }: Comment) => anchor !== null && anchor < ms
  return isDown ? (comments.find(isAfter) ?? comments[0]) : (comments.findLast(isBefore) ?? comments.at(-1))
}
