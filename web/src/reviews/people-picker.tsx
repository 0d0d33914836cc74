import type { UserSummary, WorkspaceMember } from '@dailies/sdk'
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shownAddress } from '../data/account.ts'
import { client } from '../data/client.ts'
import { usePermissions } from '../data/permissions.ts'
import { keys, membersQuery, projectQuery, withoutEvents } from '../data/queries.ts'
import { roleNames } from '../people/roles.ts'
import { Avatar } from '../ui/avatar.tsx'
import { useDebounced } from '../ui/debounced.ts'
import { TextField } from '../ui/field.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import styles from './ask-dialog.module.css'
import type { ReviewDetails } from './review-queries.ts'
import { requestState, type Standing } from './review-texts.ts'

type Candidate = { user: UserSummary; about: string; sees: boolean }

/** Members of the project and, from the second letter on, of the workspace. */
export function PeoplePicker({
  projectId,
  version,
  requests,
  chosen,
  onToggle,
}: {
  projectId: string
  version: ReviewDetails
  requests: Standing['requests']
  chosen: ReadonlyMap<string, string>
  onToggle: (user: UserSummary) => void
}) {
  const [search, setSearch] = useState('')
  const { me } = usePermissions(projectId)
  const { people, error } = useCandidates(projectId, version, search.trim())
  const states = new Map(requests.map((request) => [request.user.id, requestState(request)]))
  return (
    <div className={styles.people}>
      <TextField
        label="Search by name or email"
        type="search"
        value={search}
        maxLength={100}
        // Enter would send the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <ProblemNote error={error} />
      <ul className={styles.picker} aria-label="People to ask">
        {people.map(({ user, about, sees }) => (
          <li key={user.id}>
            <label className={styles.pick}>
              <input
                type="checkbox"
                checked={chosen.has(user.id)}
                disabled={!sees}
                onChange={() => onToggle(user)}
              />
              <Avatar name={user.name} url={user.avatarUrl} id={user.id} />
              <span className={styles.who}>
                <span className={styles.name}>
                  {user.name} {user.id === me.id && <span className="quiet">(you)</span>}
                </span>
                <span className="quiet small">{states.get(user.id) ?? about}</span>
              </span>
            </label>
          </li>
        ))}
        {people.length === 0 && (
          <li className={styles.none}>No members found. Share a link with people outside of the project.</li>
        )}
      </ul>
    </div>
  )
}

/** Those who can see the review first; a reason stands beside the others. */
function useCandidates(projectId: string, version: ReviewDetails, search: string) {
  const { me } = usePermissions(projectId)
  const { data: members } = useSuspenseQuery(membersQuery(projectId))
  const { data: project } = useQuery(projectQuery(projectId))
  const keyword = useDebounced(search)
  const colleagues = useQuery({
    queryKey: keys.settings('people to ask', keyword),
    queryFn: ({ signal }) => client.workspaceMembers.list({ keyword }, { signal }).page(),
    enabled: me.workspace.role !== 'GUEST' && keyword.length > 1,
    placeholderData: keepPreviousData,
    ...withoutEvents,
  })
  const isOpen = project?.accessRange === 'ALLOW_WORKSPACE_MEMBER'
  const present = new Set(members.map(({ user }) => user.id))
  const found = keyword.length > 1 ? (colleagues.data?.data ?? []) : []
  const typed = search.toLowerCase()
  const isTyped = ({ name, email }: UserSummary) =>
    [name, email].some((text) => text.toLowerCase().includes(typed))
  const people: Candidate[] = [
    ...members
      .filter(({ user }) => isTyped(user))
      .map(({ user, role }) => {
        const sees = role !== 'PROJECT_RESTRICTED_REVIEWER' || version.allowRestricted
        const guest = shownAddress(user.email) === undefined ? ', guest by link' : ''
        const about = sees ? `${roleNames[role]}${guest}` : 'Cannot see this review: restricted'
        return { user, sees, about }
      }),
    ...found
      .filter(({ user, role }: WorkspaceMember) => role !== 'GUEST' && !present.has(user.id))
      .map(({ user }) => ({
        user,
        sees: isOpen,
        about: isOpen ? user.email : 'Cannot see this review: not in the project',
      })),
  ]
  return {
    people: [...people.filter(({ sees }) => sees), ...people.filter(({ sees }) => !sees)],
    error: colleagues.error,
  }
}
