import type { ProjectMember } from '@dailies/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import type { Permissions } from '../../app/permissions.ts'
import { keys } from '../../app/queries.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { showDone } from '../../ui/toasts.tsx'
import { isLive, linksQuery } from './link-list.tsx'
import { useChangeRole, useRemoveMember } from './member-mutations.ts'
import styles from './people.module.css'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'
import { type AssignableRole, assignableRoles, isGuestAddress, roleNames } from './roles.ts'

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
  // Nobody takes their own role away by a slip; another manager can.
  const mayChange = permissions.manage && role !== 'PROJECT_OWNER' && !isMe
  // A guest by link has no account that could leave.
  const mayLeave = isMe && role !== 'PROJECT_OWNER' && !permissions.me.guest
  return (
    <li className={styles.row}>
      <Avatar name={user.name} url={user.avatarUrl} size={40} />
      <div className={styles.who}>
        <p className={styles.name}>
          {user.name} {isMe && <span className="quiet">(you)</span>}
        </p>
        <p className="quiet small">{isGuestAddress(user.email) ? 'Guest by link' : user.email}</p>
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
  const changeRole = useChangeRole(projectId)
  const remove = useRemoveMember(projectId)
  const links = useQuery(linksQuery(projectId)).data?.filter(isLive) ?? []
  const [asked, setAsked] = useState(false)
  const { name } = member.user
  return (
    <>
      <select
        className={styles.select}
        aria-label={`Role of ${name}`}
        value={member.role}
        onChange={({ currentTarget }) =>
          changeRole.mutate({ member, role: currentTarget.value as AssignableRole })
        }
      >
        {assignableRoles.map((role) => (
          <option key={role} value={role}>
            {roleNames[role]}
          </option>
        ))}
      </select>
      <IconButton
        label={`Remove ${name}`}
        onClick={() => (links.length > 0 ? setAsked(true) : remove.mutate({ member, renewed: [] }))}
      >
        <CloseIcon />
      </IconButton>
      {asked && (
        <RemoveMemberDialog
          member={member}
          links={links}
          onClose={() => setAsked(false)}
          onRemove={(renewed) => {
            setAsked(false)
            remove.mutate({ member, renewed })
          }}
        />
      )}
    </>
  )
}

function LeaveButton({ projectId, member }: { projectId: string; member: ProjectMember }) {
  const [asked, setAsked] = useState(false)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const leave = useMutation({
    mutationFn: () => client.members.remove(member.id),
    meta: { ownErrors: true },
    async onSuccess() {
      showDone('You have left the project.')
      await navigate({ to: '/' })
      queries.removeQueries({ queryKey: keys.project(projectId) })
      await queries.invalidateQueries({ queryKey: keys.projects })
    },
  })
  return (
    <>
      <Button small onClick={() => setAsked(true)}>
        Leave
      </Button>
      {asked && (
        <ConfirmDialog
          onClose={() => setAsked(false)}
          title="Leave the project?"
          action="Leave the project"
          onConfirm={() => leave.mutate()}
          busy={leave.isPending}
          error={leave.error}
        >
          What you made and wrote stays. To come back, somebody who manages the project has to add you.
        </ConfirmDialog>
      )}
    </>
  )
}
