import type { AccessLink, ProjectMember } from '@dailies/sdk'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { CheckField } from '../ui/field.tsx'
import { linkTitle } from './links.ts'

/** Shown when the project has links: a removed member who knows one could rejoin. */
export function RemoveMemberDialog({
  member: { user, role },
  links,
  onClose,
  onRemove,
}: {
  member: ProjectMember
  links: AccessLink[]
  onClose: () => void
  onRemove: (renewed: AccessLink[]) => void
}) {
  const [renew, setRenew] = useState(role === 'PROJECT_MANAGER')
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Remove ${user.name} from the project?`}
      description="They can join again with a link that they know. Renewing the links makes the old ones stop working; people who have joined stay."
    >
      <ul aria-label="Links of the project">
        {links.map((link) => (
          <li key={link.id}>{linkTitle(link)}</li>
        ))}
      </ul>
      <CheckField
        label="Renew the project’s links"
        hint="Send the new link to those who still need it."
        checked={renew}
        onChange={({ currentTarget }) => setRenew(currentTarget.checked)}
      />
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" onClick={() => onRemove(renew ? links : [])}>
          Remove {user.name}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
