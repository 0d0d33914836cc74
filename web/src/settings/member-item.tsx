import type { Account, WorkspaceMember } from '@dailies/sdk'
import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { shownAddress } from '../data/account.ts'
import { client } from '../data/client.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import { showDone } from '../ui/toasts.tsx'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'
import { Badge, ListItem } from './section-layout.tsx'
import { workspaceMembersKey } from './settings-queries.ts'
import { roleNames, rolesUpTo, type WorkspaceRole } from './workspace-roles.ts'

export function MemberItem({ member, me }: { member: WorkspaceMember; me: Account }) {
  const { id, role, user } = member
  const [asked, setAsked] = useState(false)
  const offered = rolesUpTo(me.workspace.role)
  const changeable = user.id !== me.id && offered.includes(role)
  const setRole = useRoleChange(member)
  const remove = useMemberChange<boolean>({
    id,
    send: (renewLinks) => client.workspaceMembers.remove(id, { renewLinks }),
    change: (item) => (item.id === id ? [] : [item]),
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
            <Button small onClick={() => setAsked(true)} aria-label={`Remove ${user.name}`}>
              Remove
            </Button>
          </>
        ) : (
          <Badge>{roleNames[role]}</Badge>
        )
      }
    >
      {asked && (
        <RemoveMemberDialog
          member={member}
          me={me}
          onClose={() => setAsked(false)}
          onRemove={(renewLinks) => {
            setAsked(false)
            remove.mutate(renewLinks)
          }}
        />
      )}
    </ListItem>
  )
}

function useRoleChange({ id, role: current, user }: WorkspaceMember): (role: WorkspaceRole) => void {
  /** `before`: what undo leads back to. */
  type Change = { role: WorkspaceRole; before?: WorkspaceRole }
  const { mutate } = useMemberChange<Change>({
    id,
    send: ({ role }) => client.workspaceMembers.update(id, { role }),
    change: (item, { role }) => [item.id === id ? { ...item, role } : item],
    done: ({ role }) => `${user.name} is now ${roleNames[role]}.`,
    undo: ({ before }) => before && (() => mutate({ role: before })),
  })
  return (role) => mutate({ role, before: current })
}

type Pages = InfiniteData<{ data: WorkspaceMember[] }>

/** In every list of members that was read, whatever was searched for. */
function useMemberChange<Variables>(options: {
  id: string
  send: (variables: Variables) => Promise<unknown>
  change: (item: WorkspaceMember, variables: Variables) => WorkspaceMember[]
  done: (variables: Variables) => string
  undo?: (variables: Variables) => (() => void) | undefined
}) {
  const queries = useQueryClient()
  const queryKey = workspaceMembersKey
  const subject = `member ${options.id}`
  return useMutation({
    mutationFn: options.send,
    meta: { subject },
    async onMutate(variables) {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueriesData<Pages>({ queryKey })
      queries.setQueriesData<Pages>(
        { queryKey },
        (list) =>
          list && {
            ...list,
            pages: list.pages.map((page) => ({
              ...page,
              data: page.data.flatMap((item) => options.change(item, variables)),
            })),
          },
      )
      return { before }
    },
    onError(_error, _variables, context) {
      for (const [key, list] of context?.before ?? []) queries.setQueryData(key, list)
    },
    onSuccess: (_answer, variables) =>
      showDone(options.done(variables), { undo: options.undo?.(variables), key: subject }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}
