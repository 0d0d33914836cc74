// A comment and its replies. Only the last of many replies are shown; a resolved thread is one line until it is opened.
import type { Comment } from '@dailies/sdk'
import { memo, useEffect, useRef } from 'react'
import { useStore } from '../data/store.ts'
import { Button } from '../ui/button.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { CommentCard } from './comment-card.tsx'
import { Composer } from './composer.tsx'
import { useDiscussion, useIsOpen, useReplies } from './discussion-context.ts'
import styles from './thread.module.css'
import { TypingSign } from './typing-sign.tsx'

export type ThreadProps = {
  comment: Comment
  /** The place of the comment, as in `00:00:12:04`. */
  place?: string | undefined
  /** The selected comment: a reply, or the thread itself. */
  selected?: string | null
  /** Shows a comment at its place in the file. */
  onSelect?: ((comment: Comment, thread: Comment) => void) | undefined
}

/** The number of replies shown before “Show earlier replies”. */
const few = 3

/** Memoized: the list renders its threads often while it loads in the background, mostly with nothing changed. */
export const Thread = memo(function Thread({ comment, place, selected = null, onSelect }: ThreadProps) {
  const { view } = useDiscussion()
  const [isOpen, setOpen] = useIsOpen(comment.id)
  const isReplying = useStore(view, ({ replying }) => replying === comment.id)
  const folded = comment.resolvedAt !== null && !isOpen && !isReplying && selected === null
  const reply = () => view.set({ replying: comment.id })
  return (
    <div className={styles.thread}>
      <CommentCard
        comment={comment}
        place={place}
        onSelect={onSelect && (() => onSelect(comment, comment))}
        onReply={reply}
        folded={folded}
        onUnfold={() => setOpen(true)}
      />
      {!folded && (
        <Replies thread={comment} selected={selected} onSelect={onSelect} isOpen={isOpen} onOpen={setOpen} />
      )}
      <TypingSign parentId={comment.id} />
      {isReplying && <ReplyComposer thread={comment} />}
    </div>
  )
})

type RepliesProps = {
  thread: Comment
  selected: string | null
  onSelect: ThreadProps['onSelect']
  isOpen: boolean
  onOpen: (open: boolean) => void
}

function Replies({ thread, selected, onSelect, isOpen, onOpen }: RepliesProps) {
  const { view, replies } = useDiscussion()
  const list = replies(thread.id)
  const { items: comments, empty, reading, complete, error } = useReplies(thread.id)
  const isWanted = thread.replyCount > 0
  useEffect(() => {
    if (isWanted && list.store.get().empty) void list.more()
  }, [list, isWanted])
  if (!isWanted && comments.length === 0) return thread.resolvedAt && isOpen ? <Fold onOpen={onOpen} /> : null
  const total = Math.max(thread.replyCount, comments.length)
  const isLong = total > few + 1
  const shown =
    isOpen || !isLong || comments.some(({ id }) => id === selected) ? comments : comments.slice(0, few)
  const hidden = total - shown.length
  return (
    <div className={styles.replies}>
      {!empty && hidden > 0 && (
        <Button
          small
          look="plain"
          busy={isOpen && reading}
          onClick={() => {
            if (isOpen || comments.length <= few) void list.more()
            onOpen(true)
          }}
        >
          {hidden === 1 ? 'Show 1 earlier reply' : `Show ${hidden} earlier replies`}
        </Button>
      )}
      {/* The placeholder has the height of the replies to come. */}
      {empty && error === null && (
        <div className={styles.loading} style={{ '--lines': Math.min(total, few) } as object} />
      )}
      {error !== null && (
        <ProblemNote error={error}>
          <Button small onClick={() => void list.more()}>
            Try again
          </Button>
        </ProblemNote>
      )}
      {shown.toReversed().map((reply) => (
        <Reply key={reply.id} isSelected={reply.id === selected}>
          <CommentCard
            comment={reply}
            onSelect={onSelect && (() => onSelect(reply, thread))}
            onReply={() => view.set({ replying: thread.id })}
          />
        </Reply>
      ))}
      {isOpen && (isLong || thread.resolvedAt !== null) && complete && <Fold onOpen={onOpen} />}
    </div>
  )
}

function Fold({ onOpen }: { onOpen: (open: boolean) => void }) {
  return (
    <Button small look="plain" className={styles.fold ?? ''} onClick={() => onOpen(false)}>
      Show less
    </Button>
  )
}

function ReplyComposer({ thread }: { thread: Comment }) {
  const { view } = useDiscussion()
  const close = () => view.set({ replying: null })
  return (
    <div className={styles.reply}>
      <Composer
        label="Reply"
        placeholder="Reply…"
        send="Reply"
        draftKey={`reply:${thread.id}`}
        parent={thread}
        autoFocus
        onCancel={close}
        onEscape={(isEmpty) => isEmpty && close()}
        onSent={close}
      />
    </div>
  )
}

/** A link to a reply scrolls it into view. */
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
