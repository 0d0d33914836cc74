// One comment: who, when, where, what; and what can be done with it.
import type { Comment } from '@dailies/sdk'
import { type MouseEvent, useState } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Time } from '../../ui/time.tsx'
import { Attachments } from './attachments.tsx'
import styles from './comment.module.css'
import { CommentMenu } from './comment-menu.tsx'
import { CommentText } from './comment-text.tsx'
import { isBeingSent } from './discussion.ts'
import { useAct, useDiscussion, useRights } from './discussion-context.ts'
import { EditForm } from './edit-form.tsx'
import { EmojiButton } from './emoji-button.tsx'
import { DrawIcon, ResolvedIcon, ResolveIcon } from './icons.tsx'
import { Reactions } from './reactions.tsx'

export type CommentCardProps = {
  comment: Comment
  /** Where it is, as in `00:00:12:04`. */
  place?: string | undefined
  onSelect?: (() => void) | undefined
}

export function CommentCard({ comment, place, onSelect }: CommentCardProps) {
  const [isEditing, setEditing] = useState(false)
  const { author, content, agent, createdAt, updatedAt, resolvedAt, attachments } = comment
  const isDeleted = author === null && content === null && attachments.length === 0
  const isUnsent = isBeingSent(comment)
  const name = author?.name ?? (isDeleted ? 'Deleted' : 'Somebody who has left')
  function onClick({ target, currentTarget }: MouseEvent<HTMLElement>): void {
    // What has a click of its own keeps it; menus and dialogs are elsewhere in the page, and text can be marked.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return
    if (target.closest('button, a, textarea, input') || getSelection()?.isCollapsed === false) return
    onSelect?.()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: by keyboard, the button with the place does the same.
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, the button with the place does the same.
    <div
      className={`${styles.comment} ${resolvedAt ? styles.resolved : ''} ${onSelect ? styles.selectable : ''}`}
      onClick={onClick}
    >
      <div className={styles.head}>
        <Avatar name={name} url={author?.avatarUrl ?? null} size={comment.parent ? 24 : 28} />
        <span className={styles.who}>
          <span className={styles.author}>{name}</span>
          <span className={styles.when}>
            {isUnsent ? 'Sending…' : <Time of={createdAt} />}
            {!isUnsent && updatedAt !== createdAt && !isDeleted && ' · edited'}
          </span>
        </span>
        {agent && (
          <span className={styles.badge} title="A tool wrote it for this person.">
            Agent
          </span>
        )}
        {!isUnsent && <Actions comment={comment} onEdit={() => setEditing(true)} />}
      </div>
      <Where comment={comment} place={place} onSelect={onSelect} />
      {isEditing ? (
        <EditForm comment={comment} onClose={() => setEditing(false)} />
      ) : (
        content !== null && <CommentText text={content} />
      )}
      {isDeleted && <p className="quiet">This comment was deleted.</p>}
      <Attachments comment={comment} />
      {!isUnsent && <Reactions comment={comment} />}
    </div>
  )
}

function Where({ comment, place, onSelect }: CommentCardProps) {
  const hasDrawing = (comment.annotation?.shapes.length ?? 0) > 0
  if (!onSelect || (place === undefined && !hasDrawing && comment.parent)) return null
  return (
    <div className={styles.where}>
      <button type="button" className={styles.chip} onClick={onSelect}>
        <span className="unseen">Go to </span>
        {place ?? (hasDrawing ? 'The picture' : 'The whole file')}
        {hasDrawing && (
          <span className={styles.drawing} title="With a drawing">
            <DrawIcon />
            <span className="unseen">with a drawing</span>
          </span>
        )}
      </button>
    </div>
  )
}

function Actions({ comment, onEdit }: { comment: Comment; onEdit: () => void }) {
  const discussion = useDiscussion()
  const act = useAct()
  const rights = useRights(comment)
  const isResolved = comment.resolvedAt !== null
  return (
    <span className={styles.actions}>
      {comment.author !== null && (
        <EmojiButton label="React" onPick={(emoji) => act(() => discussion.react(comment, emoji))} />
      )}
      {rights.resolve ? (
        <IconButton
          label={isResolved ? 'Reopen' : 'Resolve'}
          small
          pressed={isResolved}
          onClick={() => act(() => discussion.resolve(comment, !isResolved))}
        >
          {isResolved ? <ResolvedIcon /> : <ResolveIcon />}
        </IconButton>
      ) : (
        isResolved && <span className={styles.badge}>Resolved</span>
      )}
      <CommentMenu comment={comment} rights={rights} onEdit={onEdit} />
    </span>
  )
}
