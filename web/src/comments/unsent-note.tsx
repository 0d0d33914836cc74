import type { Comment } from '@dailies/sdk'
import { Button } from '../ui/button.tsx'
import styles from './comment.module.css'
import { useDiscussion, useUnsent } from './discussion-context.ts'

/** Below a comment that was not sent: why, and the possible actions. */
export function UnsentNote({ comment, onEdit }: { comment: Comment; onEdit: () => void }) {
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
