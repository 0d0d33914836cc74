import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogButtons } from './dialog.tsx'
import { ProblemNote } from './problem.tsx'

/** Asks before an action that cannot be undone. */
export function ConfirmDialog({
  open = true,
  onClose,
  title,
  action,
  onConfirm,
  busy = false,
  error,
  children,
}: {
  /** Defaults to true, for dialogs that are mounted only while they are open. */
  open?: boolean
  onClose: () => void
  title: string
  /** The text of the button, such as “Delete link”. */
  action: string
  onConfirm: () => void
  busy?: boolean
  error?: unknown
  children: ReactNode
}) {
  return (
    <Dialog open={open} onClose={onClose} title={title} description={children}>
      <ProblemNote error={error} />
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
