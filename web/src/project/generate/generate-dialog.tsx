import { Dialog } from '../../ui/dialog.tsx'

export function GenerateDialog({
  open,
  onClose,
}: {
  projectId: string
  folderId: string | null
  open: boolean
  onClose: () => void
}) {
  return (
    <Dialog open={open} onClose={onClose} title="Generate">
      <p>Soon.</p>
    </Dialog>
  )
}
