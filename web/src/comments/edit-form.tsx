import type { Comment } from '@dailies/sdk'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import styles from './composer.module.css'
import { useDiscussion } from './discussion-context.ts'
import { MentionField } from './mention-field.tsx'
import { withCurrentNames } from './mentions.ts'

/** Stays open until the server has accepted the change. */
export function EditForm({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const discussion = useDiscussion()
  const [text, setText] = useState(() => withCurrentNames(comment))
  const saving = useMutation({
    mutationFn: () => discussion.edit(comment, text.trim()),
    meta: { ownErrors: true },
    onSuccess: onClose,
  })
  const hasPlace = comment.anchor !== null || comment.annotation !== null
  const canSave = text.trim() !== '' || comment.attachments.length > 0 || hasPlace
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault()
      if (canSave) saving.mutate()
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    }
  }
  return (
    <form
      className={styles.composer}
      aria-label="Edit"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate()
      }}
    >
      {saving.isError && <ProblemNote error={saving.error} />}
      <MentionField label="Text of the comment" content={text} setContent={setText} autoFocus />
      <div className={styles.bar}>
        <Button small look="plain" className={styles.send ?? ''} onClick={onClose}>
          Cancel
        </Button>
        <Button small look="main" type="submit" disabled={!canSave} busy={saving.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}
