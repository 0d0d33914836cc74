// One comment: author, place and time on one line, the text below, and its actions.
import type { Comment } from '@dailies/sdk'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { useStore } from '../data/store.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Time } from '../ui/time.tsx'
import { Attachments } from './attachments.tsx'
import styles from './comment.module.css'
import { CommentActions, ResolveButton } from './comment-actions.tsx'
import { useDiscussion, usePeople, useUnsent } from './discussion-context.ts'
import { EditForm } from './edit-form.tsx'
import { DrawIcon, ResolvedIcon } from './icons.tsx'
import { textParts } from './mentions.ts'
import { isUnsent } from './outbox.ts'
import { Reactions } from './reactions.tsx'
import { isDeleted, shortText } from './short-text.ts'

export type CommentCardProps = {
  comment: Comment
  /** The place of the comment, as in `00:00:12:04`. */
  place?: string | undefined
  onSelect?: (() => void) | undefined
  onReply: () => void
  /** Resolved and not selected: shown as one line. */
  folded?: boolean
  onUnfold?: () => void
}

export function CommentCard(props: CommentCardProps) {
  const { comment, onSelect, onReply, folded = false, onUnfold } = props
  const [isEditing, setEditing] = useState(false)
  const { author, content } = comment
  const name = nameOf(comment)
  function onClick({ target, currentTarget }: MouseEvent<HTMLElement>): void {
    // Ignore clicks on buttons and links, clicks in menus and dialogs, which React passes on from elsewhere in the
    // page, and text selections.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return
    if (target.closest('button, a, textarea, input') || getSelection()?.isCollapsed === false) return
    onSelect?.()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: by keyboard, the button that names the place does the same.
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, the button that names the place does the same.
    <div
      className={styles.comment}
      data-resolved={comment.resolvedAt !== null || undefined}
      data-selectable={onSelect ? true : undefined}
      onClick={onClick}
    >
      <Avatar
        name={name}
        url={comment.imported?.author == null ? (author?.avatarUrl ?? null) : null}
        id={comment.imported?.author == null ? author?.id : undefined}
        size={comment.parent || folded ? 20 : 24}
      />
      <div className={styles.body}>
        <Head {...props} name={name}>
          {folded && (
            <button type="button" className={styles.line} aria-expanded={false} onClick={onUnfold} dir="auto">
              {shortText(comment)}
            </button>
          )}
        </Head>
        {!folded && (
          <>
            {comment.imported !== null && (
              <p className="quiet small">Imported by {author?.name ?? 'a former member'}</p>
            )}
            {isEditing ? (
              <EditForm comment={comment} onClose={() => setEditing(false)} />
            ) : (
              content !== null && <CommentText content={content} mentions={comment.mentions} />
            )}
            {isDeleted(comment) && <p className="quiet">This comment was deleted.</p>}
            {isWordless(comment) && !isEditing && <p className={styles.wordless}>{shortText(comment)}</p>}
            <Attachments comment={comment} />
          </>
        )}
        {isUnsent(comment)
          ? !isEditing && <UnsentNote comment={comment} onEdit={() => setEditing(true)} />
          : !folded && (
              <div className={styles.foot}>
                <Reactions comment={comment} />
                <CommentActions comment={comment} onEdit={() => setEditing(true)} onReply={onReply} />
              </div>
            )}
      </div>
    </div>
  )
}

function isWordless(comment: Comment): boolean {
  return comment.content === null && comment.attachments.length === 0 && !isDeleted(comment)
}

function nameOf(comment: Comment): string {
  return (
    comment.imported?.author ?? comment.author?.name ?? (isDeleted(comment) ? 'Deleted' : 'Former member')
  )
}

type HeadProps = CommentCardProps & { name: string; children: ReactNode }

function Head({ comment, place, onSelect, folded, name, children }: HeadProps) {
  const { createdAt, updatedAt, resolvedAt, agent } = comment
  const unsent = useUnsent(comment)
  return (
    <div className={styles.head}>
      <Unread comment={comment} />
      <span className={styles.author} dir="auto" title={name}>
        {name}
      </span>
      {agent && (
        <span className={styles.badge} title="Written by a tool on behalf of this person">
          Agent
        </span>
      )}
      {children}
      <Where comment={comment} place={place} onSelect={onSelect} />
      {resolvedAt !== null && (
        <span className={styles.done} title="Resolved">
          {!folded && <ResolvedIcon />}
          <span className="unseen">Resolved</span>
        </span>
      )}
      {folded && <ResolveButton comment={comment} />}
      {!folded && (
        <span className={styles.when} role={unsent ? 'status' : undefined}>
          {unsent?.state ?? <Time of={createdAt} />}
          {!unsent && updatedAt !== createdAt && !isDeleted(comment) && ' · edited'}
        </span>
      )}
    </div>
  )
}

function Unread({ comment }: { comment: Comment }) {
  const discussion = useDiscussion()
  // The store notifies when the result may have changed.
  const isUnread = useStore(discussion.view, () => discussion.isUnread(comment))
  if (!isUnread) return null
  return (
    <span className={styles.unread} title="New">
      <span className="unseen">New</span>
    </span>
  )
}

function Where({ comment, place, onSelect }: Pick<CommentCardProps, 'comment' | 'place' | 'onSelect'>) {
  const hasDrawing = (comment.annotation?.shapes.length ?? 0) > 0
  if (!onSelect || (place === undefined && !hasDrawing && comment.parent)) return null
  return (
    <button type="button" className={styles.chip} onClick={onSelect}>
      <span className="unseen">Go to </span>
      {place ?? (hasDrawing ? 'Drawing' : 'File')}
      {hasDrawing && (
        <span className={styles.drawing} title="With a drawing">
          <DrawIcon />
          <span className="unseen">with a drawing</span>
        </span>
      )}
    </button>
  )
}

/** The text of a comment: mentions are highlighted, URLs become links, the rest is plain text. */
function CommentText({ content, mentions }: { content: string; mentions: Comment['mentions'] }) {
  const { me } = useDiscussion()
  const names = usePeople().map(({ name }) => name)
  let at = 0
  return (
    <p className={styles.text} dir="auto">
      {textParts(content, names, mentions).map(({ kind, text: part, id }) => {
        const key = at
        at += part.length
        if (kind === 'mention')
          return (
            <span
              key={key}
              className={styles.mention}
              data-me={id === null || id === me.id || undefined}
              dir="auto"
            >
              {part}
            </span>
          )
        if (kind === 'link')
          return (
            <a key={key} href={part} target="_blank" rel="noreferrer noopener nofollow">
              {part}
            </a>
          )
        return part
      })}
    </p>
  )
}

/** Below a comment that was not sent: why, and the possible actions. */
function UnsentNote({ comment, onEdit }: { comment: Comment; onEdit: () => void }) {
  const { outbox } = useDiscussion()
  const unsent = useUnsent(comment)
  // While the comment is being sent, it needs no action.
  if (!unsent || unsent.state === 'Sending…') return null
  const { refused } = unsent.comment
  return (
    <div className={styles.unsent}>
      {refused !== undefined && (
        <p className={styles.refused} role="alert">
          {refused}
        </p>
      )}
      {refused !== undefined && (
        <Button small onClick={() => outbox.retry(comment.id)}>
          Try again
        </Button>
      )}
      <Button small look="plain" onClick={onEdit}>
        Edit
      </Button>
      <Button small look="plain" onClick={() => outbox.discard(comment.id)}>
        Discard
      </Button>
    </div>
  )
}
