import type { Comment } from '@dailies/sdk'
import { useParticipant } from '../data/participant.ts'
import { IconButton } from '../ui/button.tsx'
import styles from './comment.module.css'
import { CommentMenu } from './comment-menu.tsx'
import { useAct, useDiscussion, useRights } from './discussion-context.ts'
import { EmojiButton } from './emoji-button.tsx'
import { ReplyIcon, ResolvedIcon, ResolveIcon } from './icons.tsx'

type ActionsProps = { comment: Comment; onEdit: () => void; onReply: () => void }

/** Shown on hover and focus; always visible without a mouse. */
export function CommentActions({ comment, onEdit, onReply }: ActionsProps) {
  const discussion = useDiscussion()
  const act = useAct()
  const rights = useRights(comment)
  const mayWrite = useParticipant().comment
  const isThread = comment.parent === null
  return (
    <span className={styles.actions}>
      {mayWrite && comment.author !== null && (
        <EmojiButton label="React" quick onPick={(emoji) => act(() => discussion.react(comment, emoji))} />
      )}
      {mayWrite && isThread && (
        <IconButton label="Reply" small onClick={onReply}>
          <ReplyIcon />
        </IconButton>
      )}
      <ResolveButton comment={comment} />
      <CommentMenu comment={comment} rights={rights} onEdit={onEdit} />
    </span>
  )
}

/** Renders nothing for people who may not resolve. */
export function ResolveButton({ comment }: { comment: Comment }) {
  const discussion = useDiscussion()
  const act = useAct()
  const isResolved = comment.resolvedAt !== null
  if (!useRights(comment).resolve) return null
  return (
    <IconButton
      label={isResolved ? 'Reopen' : 'Resolve'}
      small
      pressed={isResolved}
      onClick={() => act(() => discussion.resolve(comment, !isResolved))}
    >
      {isResolved ? <ResolvedIcon /> : <ResolveIcon />}
    </IconButton>
  )
}
