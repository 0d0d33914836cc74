import type { Comment } from '@dailies/sdk'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useMemo } from 'react'
import { useLiveEvents } from '../../app/live.ts'
import { type Permissions, usePermissions } from '../../app/permissions.ts'
import { membersQuery } from '../../app/queries.ts'
import { useStore } from '../../app/store.ts'
import { createDiscussion, type Discussion } from './discussion.ts'
import type { FeedState } from './feed.ts'
import type { Sort, Target } from './target.ts'

/** Follows what is said about a file or a project, for as long as the page shows it. Give it to a `DiscussionContext`. */
export function useNewDiscussion({ projectId, fileId }: Target, sort: Sort): Discussion {
  const { me } = usePermissions(projectId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about one thing; the order is changed by itself.
  const discussion = useMemo(() => createDiscussion({ projectId, fileId }, me, sort), [projectId, fileId])
  useEffect(() => discussion.open(), [discussion])
  useLiveEvents(discussion.follow)
  return discussion
}

export const DiscussionContext = createContext<Discussion | null>(null)

export function useDiscussion(): Discussion {
  const discussion = useContext(DiscussionContext)
  if (!discussion) throw new Error('there is no discussion here')
  return discussion
}

export function useThreads(): FeedState {
  const { view } = useDiscussion()
  const threads = useStore(view, (state) => state.threads)
  return useStore(threads.store, (state) => state)
}

/** Does something with a comment; what fails is told. */
export function useAct(): (job: () => Promise<unknown>) => void {
  const { mutate } = useMutation({ mutationFn: (job: () => Promise<unknown>) => job() })
  return mutate
}

export type Person = { id: string; name: string; avatarUrl: string | null }

export function usePeople(): readonly Person[] {
  const { target } = useDiscussion()
  const { data: members } = useSuspenseQuery(membersQuery(target.projectId))
  return members.map(({ user }) => user)
}

export type Rights = { edit: boolean; remove: boolean; resolve: boolean }

/** What the signed-in person may do with a comment. */
export function useRights(comment: Comment): Rights {
  const { target } = useDiscussion()
  return rightsOn(comment, usePermissions(target.projectId))
}

function rightsOn(
  { author, parent, content, attachments }: Comment,
  { me, manage, contribute }: Permissions,
): Rights {
  const isOwn = author?.id === me.id
  const isDeleted = author === null && content === null && attachments.length === 0
  return {
    edit: isOwn,
    remove: !isDeleted && (isOwn || manage),
    resolve: parent === null && (isOwn || contribute),
  }
}
