// Changes of who is in a project: shown at once, taken back when the server refuses, undone by the one who did it.
import type { ProjectMember } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import { membersQuery } from '../../app/queries.ts'
import { showDone } from '../../ui/toasts.tsx'
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
      showDone(`${member.user.name} is now ${roleNames[role]}.`, () =>
        change.mutate({ member: { ...member, role }, role: back }),
      )
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
  return useMutation({
    mutationFn: (member: ProjectMember) => client.members.remove(member.id),
    onMutate: (member) => members.expect((all) => all.filter(({ id }) => id !== member.id)),
    onError: (_error, _member, kept) => members.restore(kept?.before),
    onSuccess: (_nothing, member) =>
      showDone(`${member.user.name} is no longer in the project.`, () => takeBack.mutate(member)),
    onSettled: members.refresh,
  })
}
