import type { FormEvent } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { TextArea } from '../ui/field.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import type { ShareVersion } from './sections.ts'
import { askForNote, useVerdict } from './verdict.ts'
import styles from './verdict-bar.module.css'

/** Asks for changes. Comments say in detail which ones, so a note is optional. */
export function NoteDialog({ version: { id, name } }: { version: ShareVersion }) {
  const { give } = useVerdict(id)
  const close = () => askForNote(null)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const note = String(new FormData(event.currentTarget).get('note')).trim() || null
    give.mutate({ verdict: 'NEED_EDIT', note }, { onSuccess: close })
  }
  return (
    <Dialog open onClose={close} title="Request changes?" description={name}>
      <form className={styles.note} onSubmit={submit}>
        <TextArea
          label="What should change? (optional)"
          name="note"
          rows={4}
          maxLength={2000}
          hint="Your comments on the files count, too: you need not repeat them."
        />
        <ProblemNote error={give.error} />
        <DialogButtons>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look="main" busy={give.isPending}>
            Request changes
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
