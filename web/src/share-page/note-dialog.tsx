import type { FormEvent } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { TextArea } from '../ui/field.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import styles from './verdict-bar.module.css'

type NoteDialogProps = {
  title: string
  busy: boolean
  error: unknown
  onSend: (note: string | null) => void
  onClose: () => void
}

/** The changes that the guest asks for. Comments say it in detail, so a note is optional. */
export function NoteDialog({ title, busy, error, onSend, onClose }: NoteDialogProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSend(String(new FormData(event.currentTarget).get('note')).trim() || null)
  }
  return (
    <Dialog open onClose={onClose} title="Request changes?" description={title}>
      <form className={styles.note} onSubmit={submit}>
        <TextArea
          label="What should change? (optional)"
          name="note"
          rows={4}
          maxLength={2000}
          hint="Your comments on the files count, too: you need not repeat them."
        />
        <ProblemNote error={error} />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" busy={busy}>
            Request changes
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
