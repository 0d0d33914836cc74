import type { ReactNode } from 'react'
import { ProblemNote } from '../app/problem.tsx'
import { Button } from './button.tsx'
import { Dialog, DialogButtons } from './dialog.tsx'

/** Before something that cannot be taken back. */
export function ConfirmDialog({
  title,
  children,
  action,
  onConfirm,
  onClose,
  busy,
  error,
}: {
  title: string
  children: ReactNode
  /** What the button does, as a verb: Delete. */
  action: string
  onConfirm: () => void
  onClose: () => void
  busy?: boolean
  error?: unknown
}) {
  return (
    <Dialog open onClose={onClose} title={title} description={children}>
      <ProblemNote error={error} />
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" busy={busy ?? false} onClick={onConfirm}>
          {action}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
