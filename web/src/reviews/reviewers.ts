// The people of a review: who was asked, and who gave which verdict.
import type { ReviewRequest, VerdictRecord } from '@dailies/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client } from '../data/client.ts'
import { accountQuery, keys, projectQuery } from '../data/queries.ts'
import type { ReviewDetails } from './review-queries.ts'
import { isUnderReview } from './review-status.ts'
import type { Standing } from './review-texts.ts'

export const reviewersQuery = (versionId: string) =>
  queryOptions({
    queryKey: keys.reviewers(versionId),
    async queryFn({ signal }) {
      const [requests, verdicts] = await Promise.all([
        client.reviewRequests.list(versionId, { signal }),
        client.verdicts.list(versionId, { signal }),
      ])
      return { requests, verdicts }
    },
  })

export type MyStanding = Standing & {
  meId: string | undefined
  /** The caller's verdict, which may be stale. */
  mine: VerdictRecord | undefined
  myRequest: ReviewRequest | undefined
  /** Whether the caller was asked and has given no valid verdict. */
  isAwaited: boolean
}

/** Undefined until everything is loaded. */
export function useStanding(version: ReviewDetails): MyStanding | undefined {
  const { data: me } = useQuery(accountQuery)
  const { data: project } = useQuery(projectQuery(version.project.id))
  const { data: people } = useQuery(reviewersQuery(version.id))
  if (!project || !people) return undefined
  const mine = people.verdicts.find(({ user }) => user?.id === me?.id)
  const myRequest = people.requests.find(({ user }) => user.id === me?.id)
  return {
    ...people,
    rule: version.reviewRule ?? project.reviewRule,
    agentsCount: project.agentVerdictsCount,
    meId: me?.id,
    mine,
    myRequest,
    isAwaited: isUnderReview(version.status) && myRequest !== undefined && (!mine || mine.stale !== null),
  }
}

const marked = new Set<string>()

/** Tells the people who asked that the caller has opened the review. */
export function useMarkSeen(versionId: string, standing: MyStanding | undefined): void {
  const request = standing?.myRequest
  const id = request?.state === 'REQUESTED' ? request.id : undefined
  useEffect(() => {
    if (id === undefined || marked.has(id)) return
    marked.add(id)
    // It is tried again the next time the review is opened.
    client.reviewRequests.markSeen(versionId).catch(() => marked.delete(id))
  }, [versionId, id])
}

/** A person in the list of a review: asked, or with a verdict, or both. */
export type Reviewer = {
  user: { id: string; name: string; avatarUrl: string | null } | null
  name: string
  request: ReviewRequest | undefined
  verdict: VerdictRecord | undefined
}

/** Those who were asked, in the order in which they were asked, then others who gave a verdict. */
export function reviewersOf({ requests, verdicts }: Pick<Standing, 'requests' | 'verdicts'>): Reviewer[] {
  const asked = new Set(requests.map(({ user }) => user.id))
  return [
    ...requests.map((request) => {
      const { user } = request
      return { user, name: user.name, request, verdict: verdicts.find((one) => one.user?.id === user.id) }
    }),
    ...verdicts
      .filter(({ user }) => !user || !asked.has(user.id))
      .map((verdict) => {
        const { user } = verdict
        return { user, name: user?.name ?? verdict.name, request: undefined, verdict }
      }),
  ]
}
