import type { ProjectMember } from '@dailies/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { shownAddress } from '../data/account.ts'
import { client } from '../data/client.ts'
import type { Permissions } from '../data/permissions.ts'
import { keys } from '../data/queries.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { Select } from '../ui/select.tsx'
import { showDone } from '../ui/toasts.tsx'
import { isLive, linksQuery } from './links.ts'
import { useChangeRole, useRemoveMember } from './member-mutations.ts'
import styles from './people.module.css'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'
import { type AssignableRole, assignableRoles, roleNames, roleOptions } from './roles.ts'

export function MemberRow({
  projectId,
  member,
  permissions,
}: {
  projectId: string
  member: ProjectMember
  permissions: Permissions
}) {
  const { user, role } = member
  const isMe = user.id === permissions.me.id
  // Managers cannot lower their own role by mistake; another manager can.
  const mayChange = permissions.manage && role !== 'PROJECT_OWNER' && !isMe
  // Guests by link have no account to leave with.
  const mayLeave = isMe && role !== 'PROJECT_OWNER' && !permissions.me.guest
  return (
    <li className={styles.row}>
      <Avatar name={user.name} url={user.avatarUrl} id={user.id} size={32} />
      <div className={styles.who}>
        <p className={styles.name}>
          {user.name} {isMe && <span className="quiet">(you)</span>}
        </p>
        <p className="quiet small">{shownAddress(user.email) ?? 'Guest by link'}</p>
      </div>
      {mayChange ? (
        <RoleControls projectId={projectId} member={member} />
      ) : (
        <p className={styles.role}>{roleNames[role]}</p>
      )}
      {mayLeave && <LeaveButton projectId={projectId} member={member} />}
    </li>
  )
}

function RoleControls({ projectId, member }: { projectId: string; member: ProjectMember }) {
  const changeRole = useChangeRole(projectId, member)
  const remove = useRemoveMember(projectId, member)
  const links = useQuery(linksQuery(projectId)).data?.filter(isLive) ?? []
  const [isConfirming, setConfirming] = useState(false)
  const { name } = member.user
  return (
    <>
      <div className={styles.select}>
        <Select
          aria-label={`Role of ${name}`}
          value={member.role as AssignableRole}
          options={roleOptions(assignableRoles)}
          onValue={changeRole}
        />
      </div>
      <IconButton
        label={`Remove ${name}`}
        onClick={() => (links.length > 0 ? setConfirming(true) : remove.mutate([]))}
      >
        <CloseIcon />
      </IconButton>
      {isConfirming && (
        <RemoveMemberDialog
          member={member}
          links={links}
          onClose={() => setConfirming(false)}
          onRemove={(renewed) => {
            setConfirming(false)
            remove.mutate(renewed)
          }}
        />
      )}
    </>
  )
}

function LeaveButton({ projectId, member }: { projectId: string; member: ProjectMember }) {
  const [isConfirming, setConfirming] = useState(false)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const leave = useMutation({
    mutationFn: () => client.members.remove(member.id),
    meta: { ownErrors: true },
    async onSuccess() {
      showDone('You left the project.')
      await navigate({ to: '/projects' })
      queries.removeQueries({ queryKey: keys.project(projectId) })
      await queries.invalidateQueries({ queryKey: keys.projects })
    },
  })
  return (
    <>
      <Button small onClick={() => setConfirming(true)}>
        Leave
      </Button>
      {isConfirming && (
        <ConfirmDialog
          onClose={() => setConfirming(false)}
          title="Leave the project?"
          action="Leave project"
          onConfirm={() => leave.mutate()}
          busy={leave.isPending}
          error={leave.error}
        >
          Your files and comments stay. To come back, you need a manager of the project to add you.
        </ConfirmDialog>
      )}
    </>
  )
}
