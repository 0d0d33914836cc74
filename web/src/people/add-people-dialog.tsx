import type { ProjectMember, WorkspaceMember } from '@dailies/sdk'
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { shownAddress } from '../data/account.ts'
import { client } from '../data/client.ts'
import { cursorPages, itemsOf } from '../data/lists.ts'
import { keys, membersQuery } from '../data/queries.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { useDebounced } from '../ui/debounced.ts'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { showDone } from '../ui/toasts.tsx'
import styles from './people.module.css'
import { type AssignableRole, assignableRoles, roleHints, roleOptions } from './roles.ts'

export function AddPeopleDialog({
  projectId,
  members,
  onClose,
}: {
  projectId: string
  members: readonly ProjectMember[]
  onClose: () => void
}) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const [role, setRole] = useState<AssignableRole>('PROJECT_MEMBER')
  const queries = useQueryClient()
  const add = useMutation({
    mutationFn: () =>
      client.members.add(projectId, { members: [...chosen.keys()].map((id) => ({ user: { id }, role })) }),
    meta: { ownErrors: true },
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: membersQuery(projectId).queryKey })
      const [first] = chosen.values()
      showDone(chosen.size === 1 ? `${first} was added.` : `${chosen.size} people were added.`)
      onClose()
    },
  })
  function toggle({ id, name }: WorkspaceMember['user']) {
    const next = new Map(chosen)
    if (!next.delete(id)) next.set(id, name)
    setChosen(next)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add people"
      description="People of your workspace. They see the project right away."
    >
      <WorkspaceList members={members} chosen={chosen} onToggle={toggle} />
      <SelectField
        label="Role"
        value={role}
        options={roleOptions(assignableRoles)}
        hint={roleHints[role]}
        onValue={setRole}
      />
      <ProblemNote error={add.error} />
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="main" disabled={chosen.size === 0} busy={add.isPending} onClick={() => add.mutate()}>
          {chosen.size > 1 ? `Add ${chosen.size} people` : 'Add'}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function WorkspaceList({
  members,
  chosen,
  onToggle,
}: {
  members: readonly ProjectMember[]
  chosen: ReadonlyMap<string, string>
  onToggle: (user: WorkspaceMember['user']) => void
}) {
  const [search, setSearch] = useState('')
  const keyword = useDebounced(search.trim())
  const found = useInfiniteQuery({
    queryKey: keys.settings('people to add', keyword),
    queryFn: ({ pageParam, signal }) =>
      client.workspaceMembers.list(keyword === '' ? {} : { keyword }, { signal }).page({ next: pageParam }),
    ...cursorPages,
    placeholderData: keepPreviousData,
  })
  const present = new Set(members.map(({ user }) => user.id))
  // Guests by link belong to one project and cannot be added to another. A search also shows current members.
  const people =
    found.data &&
    itemsOf(found.data).filter(
      ({ user }) => shownAddress(user.email) !== undefined && (keyword !== '' || !present.has(user.id)),
    )
  return (
    <>
      <TextField
        label="Search by name or email"
        type="search"
        value={search}
        maxLength={100}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <ProblemNote error={found.error} />
      <ul className={styles.picker} aria-label="People of the workspace">
        {people?.map(({ user }) => (
          <li key={user.id}>
            <label className={styles.pick}>
              <input
                type="checkbox"
                checked={present.has(user.id) || chosen.has(user.id)}
                disabled={present.has(user.id)}
                onChange={() => onToggle(user)}
              />
              <Avatar name={user.name} url={user.avatarUrl} id={user.id} />
              <span className={styles.who}>
                <span className={styles.name}>{user.name}</span>
                <span className="quiet small">
                  {present.has(user.id) ? 'Already in the project' : user.email}
                </span>
              </span>
            </label>
          </li>
        ))}
        {people?.length === 0 && !found.hasNextPage && (
          <li className={styles.none}>
            {keyword === ''
              ? 'Everyone in the workspace is already here.'
              : `No members found for “${keyword}”.`}{' '}
            <span className="quiet">Invite people without an account with an access link.</span>
          </li>
        )}
        {found.hasNextPage && (
          <li className={styles.none}>
            <Button small busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
              Show more
            </Button>
          </li>
        )}
      </ul>
    </>
  )
}
