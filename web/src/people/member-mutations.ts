// Changes to the members of a project, each with an undo.
import type { AccessLink, ProjectMember } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { useListChange } from '../data/list-change.ts'
import { keys, membersQuery } from '../data/queries.ts'
import { showDone } from '../ui/toasts.tsx'
import { type AssignableRole, roleNames } from './roles.ts'

export function useChangeRole(projectId: string, { id, user, role: current }: ProjectMember) {
  /** `before`: the role that undo restores. */
  type Change = { role: AssignableRole; before: AssignableRole }
  const { mutate } = useListChange<ProjectMember, Change>(membersQuery(projectId).queryKey, {
    subject: `member ${user.id}`,
    send: ({ role }) => client.members.update(id, { role }),
    change: (member, { role }) => (member.id === id ? { ...member, role } : member),
    done: ({ role }) => `${user.name} is now ${roleNames[role]}.`,
    undo:
      ({ role, before }) =>
      () =>
        mutate({ role: before, before: role }),
  })
  return (role: AssignableRole) => mutate({ role, before: current as AssignableRole })
}

/** The links that get a new key when the member is removed. */
type Renewed = AccessLink[]

export function useRemoveMember(projectId: string, { id, user, role }: ProjectMember) {
  const queries = useQueryClient()
  const { queryKey } = membersQuery(projectId)
  const addAgain = useMutation({
    mutationFn: () =>
      client.members.add(projectId, { members: [{ user: { id: user.id }, role: role as AssignableRole }] }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  const renew = useRenewLinks(projectId)
  return useListChange<ProjectMember, Renewed>(queryKey, {
    subject: `member ${user.id}`,
    send: () => client.members.remove(id),
    change: (member) => (member.id === id ? undefined : member),
    // Links are renewed after the removal: before it, the member could read the new keys as well.
    onSent: (renewed) => renewed.length > 0 && renew.mutate(renewed),
    done: () => `${user.name} was removed.`,
    undo: () => () => addAgain.mutate(),
  })
}

export function useRenewLinks(projectId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (links: AccessLink[]) => Promise.all(links.map(({ id }) => client.accessLinks.renew(id))),
    onSuccess: (_nothing, links) =>
      showDone(links.length === 1 ? 'Link renewed.' : `${links.length} links renewed.`),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.project(projectId, 'links') }),
  })
}
