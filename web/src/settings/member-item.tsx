import type { Account, WorkspaceMember } from '@dailies/sdk'
import { useState } from 'react'
import { shownAddress } from '../data/account.ts'
import { client } from '../data/client.ts'
import { useListChange } from '../data/list-change.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'
import { Badge, ListItem } from './section-layout.tsx'
import { workspaceMembersKey } from './settings-queries.ts'
import { roleNames, rolesUpTo, type WorkspaceRole } from './workspace-roles.ts'

export function MemberItem({ member, me }: { member: WorkspaceMember; me: Account }) {
  const { id, role, user } = member
  const [isConfirming, setConfirming] = useState(false)
  const offered = rolesUpTo(me.workspace.role)
  const changeable = user.id !== me.id && offered.includes(role)
  const setRole = useRoleChange(member)
  const remove = useListChange<WorkspaceMember, boolean>(workspaceMembersKey, {
    subject: `member ${id}`,
    send: (renewLinks) => client.workspaceMembers.remove(id, { renewLinks }),
    change: (item) => (item.id === id ? undefined : item),
    done: (renewed) =>
      renewed ? `${user.name} was removed, and the links were renewed.` : `${user.name} was removed.`,
  })
  return (
    <ListItem
      icon={<Avatar name={user.name} url={user.avatarUrl} id={user.id} size={36} />}
      title={user.name}
      badges={user.id === me.id && <Badge>You</Badge>}
      about={shownAddress(user.email) ?? 'Guest by link'}
      actions={
        changeable ? (
          <>
            <Select
              aria-label={`Role of ${user.name}`}
              options={offered.map((one) => [one, roleNames[one]] as const)}
              value={role}
              onValue={setRole}
            />
            <Button small onClick={() => setConfirming(true)} aria-label={`Remove ${user.name}`}>
              Remove
            </Button>
          </>
        ) : (
          <Badge>{roleNames[role]}</Badge>
        )
      }
    >
      {isConfirming && (
        <RemoveMemberDialog
          member={member}
          me={me}
          onClose={() => setConfirming(false)}
          onRemove={(renewLinks) => {
            setConfirming(false)
            remove.mutate(renewLinks)
          }}
        />
      )}
    </ListItem>
  )
}

function useRoleChange({ id, role: current, user }: WorkspaceMember): (role: WorkspaceRole) => void {
  /** `before`: the role that undo restores. */
  type Change = { role: WorkspaceRole; before?: WorkspaceRole }
  const { mutate } = useListChange<WorkspaceMember, Change>(workspaceMembersKey, {
    subject: `member ${id}`,
    send: ({ role }) => client.workspaceMembers.update(id, { role }),
    change: (item, { role }) => (item.id === id ? { ...item, role } : item),
    done: ({ role }) => `${user.name} is now ${roleNames[role]}.`,
    undo: ({ before }) => before && (() => mutate({ role: before })),
  })
  return (role) => mutate({ role, before: current })
}
