import { useQuery } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { type Person, useParticipant } from '../data/participant.ts'
import { accountQuery, fileQuery, keys, membersQuery, projectQuery, withoutEvents } from '../data/queries.ts'
import { useDebounced } from '../ui/debounced.ts'
import { useDiscussion } from './discussion-context.ts'
import { matching } from './mentions.ts'

/** A person to mention. `id` is null for everyone. */
export type Candidate = Omit<Person, 'id'> & { id: string | null; sees: boolean }

const most = 6
const everyone: Candidate = { id: null, name: 'everyone', avatarUrl: null, sees: true }

/**
 * Those whose name matches what is typed after `@`, people who cannot see the comments last. Besides the members of the
 * project these are members of the workspace, which is searched from the second letter on. undefined: nobody is looked for.
 * The guest of a share knows nobody to mention.
 */
export function useCandidates(query: string | undefined): readonly Candidate[] {
  const { target } = useDiscussion()
  const { manage, viaShare } = useParticipant()
  const isMember = !viaShare
  const { data: me } = useQuery({ ...accountQuery, enabled: isMember })
  const { data: members = [] } = useQuery({ ...membersQuery(target.projectId), enabled: isMember })
  const { data: project } = useQuery({ ...projectQuery(target.projectId), enabled: isMember })
  const { data: file } = useQuery({
    ...fileQuery(target.fileId ?? ''),
    enabled: isMember && target.fileId !== undefined,
  })
  const keyword = useDebounced(query?.trim() ?? '')
  const { data: colleagues } = useQuery({
    queryKey: keys.settings('people to mention', keyword),
    queryFn: ({ signal }) => client.workspaceMembers.list({ keyword }, { signal }).page(),
    enabled: me !== undefined && me.workspace.role !== 'GUEST' && keyword.length > 1,
    ...withoutEvents,
  })
  if (query === undefined || !isMember) return []
  const isOpen = project?.accessRange === 'ALLOW_WORKSPACE_MEMBER'
  const present = new Set(members.map(({ user }) => user.id))
  const people = [
    ...members.map(({ user, role }) => ({
      ...user,
      sees: role !== 'PROJECT_RESTRICTED_REVIEWER' || file?.allowRestricted !== false,
    })),
    ...(colleagues?.data ?? []).flatMap(({ user, role }) =>
      role === 'GUEST' || present.has(user.id) ? [] : [{ ...user, sees: isOpen }],
    ),
  ]
  const seeing = people.filter(({ sees }) => sees)
  const unseeing = people.filter(({ sees }) => !sees)
  return matching<Candidate>([...seeing, ...(manage ? [everyone] : []), ...unseeing], query).slice(0, most)
}
