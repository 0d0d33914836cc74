import type { Comment } from '@dailies/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useMemo } from 'react'
import { useItemChanges } from '../data/live-updates.ts'
import { type Order, type OrderedListState, withItem } from '../data/ordered-list.ts'
import { type Participant, type Person, useParticipant } from '../data/participant.ts'
import { membersQuery } from '../data/queries.ts'
import { useStore } from '../data/store.ts'
import { type CommentList, createDiscussion, type Discussion } from './discussion.ts'
import { asComment, isUnsent, type UnsentComment } from './outbox.ts'
import { isDeleted } from './short-text.ts'
import { orders, type Sort, type Target } from './target.ts'

/**
 * Loads and follows the comments on a file or a project while the page shows them. Pass the result to
 * `DiscussionContext`.
 */
export function useNewDiscussion({ projectId, fileId }: Target, sort: Sort): Discussion {
  const { me } = useParticipant()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a discussion has one target; its order is set separately.
  const discussion = useMemo(() => createDiscussion({ projectId, fileId }, me, sort), [projectId, fileId])
  useEffect(() => discussion.open(), [discussion])
  useItemChanges(discussion.follow)
  return discussion
}

export const DiscussionContext = createContext<Discussion | null>(null)

export function useDiscussion(): Discussion {
  const discussion = useContext(DiscussionContext)
  if (!discussion) throw new Error('useDiscussion needs a DiscussionContext')
  return discussion
}

type CommentListState = OrderedListState<Comment>

/** The threads, with unsent ones in their places. */
export function useThreads(): CommentListState {
  const { view } = useDiscussion()
  const { threads, sort } = useStore(view, (state) => state)
  return useWithUnsent(threads, null, orders[sort])
}

/** The replies of a thread, newest first, including unsent ones. */
export function useReplies(threadId: string): CommentListState {
  return useWithUnsent(useDiscussion().replies(threadId), threadId, orders.time)
}

function useWithUnsent(list: CommentList, parentId: string | null, order: Order<Comment>): CommentListState {
  const { outbox, target } = useDiscussion()
  const state = useStore(list.store, (all) => all)
  const unsent = useStore(outbox.store, ({ comments }) => comments)
  return useMemo(() => {
    const here = unsent.filter(
      ({ target: { projectId, fileId }, fields }) =>
        projectId === target.projectId &&
        fileId === target.fileId &&
        (fields.parent?.id ?? null) === parentId,
    )
    return here
      .map(asComment)
      .reduce((all, comment) => withItem(all, comment.id, comment, order, true), state)
  }, [state, unsent, target, parentId, order])
}

/** The outbox entry of an unsent comment; undefined for all others. */
export function useUnsent({ id }: Comment): { comment: UnsentComment; state: string } | undefined {
  const { outbox } = useDiscussion()
  const { comments, waitsFor } = useStore(outbox.store, (all) => all)
  const comment = comments.find((one) => one.id === id)
  if (!comment) return undefined
  if (comment.refused !== undefined) return { comment, state: 'Not sent' }
  return { comment, state: waitsFor ? `Waiting for the ${waitsFor}` : 'Sending…' }
}

export function useIsOpen(threadId: string): [boolean, (open: boolean) => void] {
  const { view } = useDiscussion()
  const isOpen = useStore(view, ({ opened }) => opened.has(threadId))
  return [isOpen, (open) => openThread(view, threadId, open)]
}

export function openThread(view: Discussion['view'], threadId: string, open = true): void {
  const opened = new Set(view.get().opened)
  if (open) opened.add(threadId)
  else opened.delete(threadId)
  view.set({ opened })
}

/** Runs an action on a comment; an error is shown as a toast. */
export function useAct(): (job: () => Promise<unknown>) => void {
  const { mutate } = useMutation({ mutationFn: (job: () => Promise<unknown>) => job() })
  return mutate
}

/** The members of the project; nobody for the guest of a share. */
export function usePeople(): readonly Person[] {
  const { target } = useDiscussion()
  const { viaShare } = useParticipant()
  const { data: members = [] } = useQuery({
    ...membersQuery(target.projectId),
    enabled: !viaShare,
  })
  return members.map(({ user }) => user)
}

export type Rights = { edit: boolean; remove: boolean; resolve: boolean }

/** The actions on a comment that are allowed to the participant. */
export function useRights(comment: Comment): Rights {
  return rightsOn(comment, useParticipant())
}

export function rightsOn(comment: Comment, participant: Participant): Rights {
  const { me, manage, contribute, viaShare } = participant
  const isOwn = comment.author?.id === me.id && participant.comment
  return {
    edit: isOwn,
    remove: !isDeleted(comment) && (isOwn || manage),
    resolve: comment.parent === null && !isUnsent(comment) && !viaShare && (isOwn || contribute),
  }
}
