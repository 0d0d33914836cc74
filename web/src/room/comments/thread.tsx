// A comment and what was replied to it.
import type { Comment } from '@dailies/sdk'
import { memo, useEffect, useRef } from 'react'
import { ProblemNote } from '../../app/problem.tsx'
import { useStore } from '../../app/store.ts'
import { Button } from '../../ui/button.tsx'
import { CommentCard } from './comment-card.tsx'
import { Composer } from './composer.tsx'
import { isBeingSent } from './discussion.ts'
import { useDiscussion } from './discussion-context.ts'
import styles from './thread.module.css'

export type ThreadProps = {
  comment: Comment
  /** Where it is, as in `00:00:12:04`. */
  place?: string | undefined
  /** The comment or reply that is selected. */
  selected?: string | null
  /** Shows a comment at its place. */
  onSelect?: ((comment: Comment, thread: Comment) => void) | undefined
  isOpen: boolean
  onOpen: (threadId: string, open: boolean) => void
}

/** A list that grows in the background shows it again and again, with nothing changed. */
export const Thread = memo(function Thread({
  comment,
  place,
  selected,
  onSelect,
  isOpen,
  onOpen,
}: ThreadProps) {
  const { replyCount } = comment
  return (
    <div className={styles.thread}>
      <CommentCard
        comment={comment}
        place={place}
        onSelect={onSelect && (() => onSelect(comment, comment))}
      />
      {isOpen ? (
        <Replies
          thread={comment}
          selected={selected ?? null}
          onSelect={onSelect}
          onClose={() => onOpen(comment.id, false)}
        />
      ) : (
        !isBeingSent(comment) && (
          <Button small look="plain" className={styles.open ?? ''} onClick={() => onOpen(comment.id, true)}>
            {replyCount === 0 ? 'Reply' : replyCount === 1 ? '1 reply' : `${replyCount} replies`}
          </Button>
        )
      )}
    </div>
  )
})

type RepliesProps = {
  thread: Comment
  selected: string | null
  onSelect: ThreadProps['onSelect']
  onClose: () => void
}

function Replies({ thread, selected, onSelect, onClose }: RepliesProps) {
  const discussion = useDiscussion()
  const feed = discussion.replies(thread.id)
  const { comments, empty, reading, complete, error } = useStore(feed.store, (state) => state)
  useEffect(() => {
    if (feed.store.get().empty) void feed.more()
  }, [feed])
  return (
    <div className={styles.replies}>
      {!complete && !empty && (
        <Button small look="plain" busy={reading} onClick={() => void feed.more()}>
          Earlier replies
        </Button>
      )}
      {error !== null && (
        <ProblemNote error={error}>
          <Button small onClick={() => void feed.more()}>
            Try again
          </Button>
        </ProblemNote>
      )}
      {comments.toReversed().map((reply) => (
        <Reply key={reply.id} isSelected={reply.id === selected}>
          <CommentCard comment={reply} onSelect={onSelect && (() => onSelect(reply, thread))} />
        </Reply>
      ))}
      <Composer
        label="Reply"
        placeholder="Reply…"
        send="Reply"
        draftKey={`reply:${thread.id}`}
        parent={thread}
        autoFocus={thread.replyCount === 0}
        onEscape={(isEmpty) => isEmpty && onClose()}
      />
      <Button small look="plain" onClick={onClose}>
        {comments.length > 0 ? 'Hide replies' : 'Cancel'}
      </Button>
    </div>
  )
}

/** One that a link leads to is scrolled to. */
function Reply({ isSelected, children }: { isSelected: boolean; children: React.ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isSelected) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  return (
    <div ref={element} className={isSelected ? styles.selected : undefined}>
      {children}
    </div>
  )
}
