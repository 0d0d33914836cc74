import type { Account, WorkspaceMember } from '@dailies/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { CheckField } from '../ui/field.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { webhooksQuery } from './settings-queries.ts'

/** Shows what the member loses, and offers to renew the keys of links that they may know. */
export function RemoveMemberDialog({
  member: { user },
  me,
  onClose,
  onRemove,
}: {
  member: WorkspaceMember
  me: Account
  onClose: () => void
  onRemove: (renewLinks: boolean) => void
}) {
  const [renewLinks, setRenewLinks] = useState(false)
  const { data: webhooks, error } = useQuery(webhooksQuery)
  const theirs = webhooks?.filter(({ owner, active }) => active && owner?.id === user.id) ?? []
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Remove ${user.name} from ${me.workspace.name}?`}
      description="They lose access to all projects at once. You become the owner of their projects; their comments stay."
    >
      <ProblemNote error={error} />
      {theirs.length > 0 && (
        <section aria-label="Webhooks">
          <p>Their webhooks are paused. An admin can resume them:</p>
          <ul>
            {theirs.map(({ id, url }) => (
              <li key={id}>
                <code>{url}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
      <CheckField
        label="Renew the links of the projects they own or manage"
        hint="They may know these links and could join again as a guest. Send the new links to the people who need them."
        checked={renewLinks}
        onChange={({ currentTarget }) => setRenewLinks(currentTarget.checked)}
      />
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" disabled={!webhooks && !error} onClick={() => onRemove(renewLinks)}>
          Remove {user.name}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
