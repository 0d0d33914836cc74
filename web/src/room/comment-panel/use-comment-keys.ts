import type { Comment } from '@dailies/sdk'
import type { Discussion } from '../../comments/discussion.ts'
import { useAct, useDiscussion } from '../../comments/discussion-context.ts'
import type { SelectComment } from '../../comments/thread-list.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { hasSelection, useRoom, useRoomState } from '../room.ts'
import { useKeys } from '../use-keys.ts'

type CommentKeys = {
  comments: readonly Comment[]
  /** The comment or reply that is selected in the list. */
  current: string | null
  select: SelectComment
  /** Whether the person may resolve a comment. */
  mayResolve: (comment: Comment) => boolean
  active: boolean
}

/** ↑ and ↓ move through the comments, from the selected one or from the visible place; Esc deselects. */
export function useCommentKeys({ comments, current, select, mayResolve, active }: CommentKeys): void {
  const room = useRoom()
  const discussion = useDiscussion()
  const act = useAct()
  const go = (isDown: boolean) => {
    const next = neighbour(comments, room.store.get().selected ?? current, room.here().ms, isDown)
    if (next) select(next)
  }
  useKeys((event) => {
    if (!active) return
    if (event.key === 'Escape' && hasSelection(room)) void room.select(null)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') go(event.key === 'ArrowDown')
    else return
    event.preventDefault()
  })
  const parent = current === null ? undefined : discussion.find(current)?.parent?.id
  const thread = comments.find(({ id }) => id === (parent ?? current))
  const kind = useRoomState(({ file }) => file.media?.kind)
  const isPlayed = kind === 'VIDEO' || kind === 'AUDIO'
  // Without a thread to act on, the key does nothing here: `r` then belongs to the player.
  useShortcuts('Comments', [
    {
      keys: 'r',
      label: 'Reply to the selected comment',
      ...(active && thread && { run: () => discussion.view.set({ replying: thread.id }) }),
    },
    {
      keys: 'e',
      label: 'Resolve or reopen the selected comment',
      ...(active &&
        thread &&
        mayResolve(thread) && {
          run: () => act(() => discussion.resolve(thread, thread.resolvedAt === null)),
        }),
    },
    {
      keys: 'u',
      label: 'Next unread comment',
      ...(active && {
        run: () => {
          const next = nextUnread(comments, discussion, current)
          if (next) select(next)
        },
      }),
    },
    // J, K and L belong to the player.
    ...(active && !isPlayed
      ? [
          { keys: 'j', label: 'Next comment', run: () => go(true) },
          { keys: 'k', label: 'Previous comment', run: () => go(false) },
        ]
      : []),
  ])
}

/** The next comment after the current one, then from the top. */
function nextUnread(
  comments: readonly Comment[],
  discussion: Pick<Discussion, 'isUnread'>,
  current: string | null,
): Comment | undefined {
  const from = comments.findIndex(({ id }) => id === current) + 1
  return [...comments.slice(from), ...comments.slice(0, from)].find(discussion.isUnread)
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
