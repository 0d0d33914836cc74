// Changes of who is in a project: shown at once, taken back when the server refuses, undone by the one who did it.
import type { AccessLink, ProjectMember } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { keys, membersQuery } from '../data/queries.ts'
import { showDone } from '../ui/toasts.tsx'
import { type AssignableRole, roleNames } from './roles.ts'

type Change = (members: ProjectMember[]) => ProjectMember[]

function useMembers(projectId: string) {
  const queries = useQueryClient()
  const { queryKey } = membersQuery(projectId)
  return {
    refresh: () => queries.invalidateQueries({ queryKey }),
    /** Shows what will be, and gives back what was. */
    async expect(change: Change) {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)
      queries.setQueryData(queryKey, before && change(before))
      return { before }
    },
    restore: (before: ProjectMember[] | undefined) => queries.setQueryData(queryKey, before),
  }
}

export function useChangeRole(projectId: string) {
  const members = useMembers(projectId)
  const change = useMutation({
    mutationFn: ({ member, role }: { member: ProjectMember; role: AssignableRole }) =>
      client.members.update(member.id, { role }),
    onMutate: ({ member, role }) =>
      members.expect((all) => all.map((one) => (one.id === member.id ? { ...one, role } : one))),
    onError: (_error, _change, kept) => members.restore(kept?.before),
    onSuccess(_nothing, { member, role }) {
      const back = member.role as AssignableRole
      const undo = () => change.mutate({ member: { ...member, role }, role: back })
      showDone(`${member.user.name} is now ${roleNames[role]}.`, { undo, key: `member ${member.user.id}` })
    },
    onSettled: members.refresh,
  })
  return change
}

export function useRemoveMember(projectId: string) {
  const members = useMembers(projectId)
  const takeBack = useMutation({
    mutationFn: ({ user, role }: ProjectMember) =>
      client.members.add(projectId, { members: [{ user: { id: user.id }, role: role as AssignableRole }] }),
    onSettled: members.refresh,
  })
  const renew = useRenewLinks(projectId)
  return useMutation({
    mutationFn: ({ member }: Removal) => client.members.remove(member.id),
    onMutate: ({ member }) => members.expect((all) => all.filter(({ id }) => id !== member.id)),
    onError: (_error, _removal, kept) => members.restore(kept?.before),
    onSuccess(_nothing, { member, renewed }) {
      // After the removal: before it, they could read the new keys as well.
      if (renewed.length > 0) renew.mutate(renewed)
      const undo = () => takeBack.mutate(member)
      showDone(`${member.user.name} was removed.`, { undo, key: `member ${member.user.id}` })
    },
    onSettled: members.refresh,
  })
}

/** `renewed`: the links that get a new key with it. */
type Removal = { member: ProjectMember; renewed: AccessLink[] }

export function useRenewLinks(projectId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (links: AccessLink[]) => Promise.all(links.map(({ id }) => client.accessLinks.renew(id))),
    onSuccess: (_nothing, links) =>
      showDone(links.length === 1 ? 'Link renewed.' : `${links.length} links renewed.`),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.project(projectId, 'links') }),
  })
}
