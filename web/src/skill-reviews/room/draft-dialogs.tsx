import type { DraftNote, FileDetails } from '@dailies/sdk'
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import styles from '../../ui/form.module.css'
import { ProblemNote } from '../../ui/problem.tsx'
import { useAccept, useDismiss } from '../skill-review-queries.ts'

type DraftDialogProps = { file: FileDetails; draft: DraftNote; onClose: () => void }

/** The text becomes a comment as it is written here. */
export function EditDialog({ file, draft, onClose }: DraftDialogProps) {
  const [text, setText] = useState(draft.text)
  const accept = useAccept(file.id)
  return (
    <Dialog open onClose={onClose} title="Edit and accept">
      <DraftForm
        {...{ onClose, error: accept.error, busy: accept.isPending, send: 'Accept' }}
        canSend={text.trim() !== ''}
        onSend={() => accept.mutate({ draft, text: text.trim() }, { onSuccess: onClose })}
      >
        <TextArea
          label="Comment"
          required
          rows={6}
          maxLength={10_000}
          value={text}
          hint={`The comment is yours. It says that ${draft.skill.name} drafted it.`}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </DraftForm>
    </Dialog>
  )
}

export function DismissDialog({ file, draft, onClose }: DraftDialogProps) {
  const [reason, setReason] = useState('')
  const dismiss = useDismiss(file.id)
  return (
    <Dialog open onClose={onClose} title="Dismiss this draft?" description={draft.text}>
      <DraftForm
        {...{ onClose, error: dismiss.error, busy: dismiss.isPending, send: 'Dismiss' }}
        canSend={reason.trim() !== ''}
        onSend={() => dismiss.mutate({ draft, reason: reason.trim() }, { onSuccess: onClose })}
      >
        <TextArea
          label="Reason"
          required
          maxLength={1000}
          value={reason}
          placeholder="The logo is meant to be cut off"
          hint="The skill reads it when it reviews the next revision."
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </DraftForm>
    </Dialog>
  )
}

function DraftForm({
  send,
  error,
  busy,
  canSend,
  onSend,
  onClose,
  children,
}: {
  send: string
  error: unknown
  busy: boolean
  canSend: boolean
  onSend: () => void
  onClose: () => void
  children: ReactNode
}) {
  function submit(event: FormEvent) {
    event.preventDefault()
    if (canSend && !busy) onSend()
  }
  function sendByKey(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
  }
  return (
    <form className={styles.form} onSubmit={submit} onKeyDown={sendByKey}>
      {children}
      <ProblemNote error={error} />
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="main" busy={busy} disabled={!canSend}>
          {send}
        </Button>
      </DialogButtons>
    </form>
  )
}
