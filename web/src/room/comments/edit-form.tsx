import type { Comment } from '@dailies/sdk'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { ProblemNote } from '../../app/problem.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './composer.module.css'
import { useDiscussion } from './discussion-context.ts'

/** The change is seen at once behind the form, which stays until the server has taken it. */
export function EditForm({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const discussion = useDiscussion()
  const [text, setText] = useState(comment.content ?? '')
  const saving = useMutation({
    mutationFn: () => discussion.edit(comment, text.trim()),
    meta: { ownErrors: true },
    onSuccess: onClose,
  })
  const canSave = text.trim() !== '' || comment.attachments.length > 0
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && canSave) saving.mutate()
    else if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    }
  }
  return (
    <form
      className={styles.composer}
      aria-label="Edit"
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate()
      }}
    >
      {saving.isError && <ProblemNote error={saving.error} />}
      <textarea
        className={styles.text}
        aria-label="What it says"
        // biome-ignore lint/a11y/noAutofocus: it was opened to be written in.
        autoFocus
        maxLength={5000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
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
