// Queries and mutations of reviews. Each review carries its ETag, so that nobody decides on a review that has just
// changed.
import { DailiesError, type VersionDetails } from '@dailies/sdk'
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { accountQuery, keys, shownAs } from '../data/queries.ts'
import type { Status } from '../ui/status.tsx'
import { showDone, showProblem } from '../ui/toasts.tsx'
import { decisionTexts } from './decision.tsx'

export type ReviewDetails = VersionDetails & { eTag: string | undefined }

export const reviewQuery = (versionId: string) =>
  queryOptions({
    queryKey: keys.version(versionId),
    async queryFn({ signal }): Promise<ReviewDetails> {
      let eTag: string | undefined
      const onResponse = ({ headers }: { headers: Headers }) => {
        eTag = headers.get('etag') ?? undefined
      }
      return { ...(await client.versions.get(versionId, { signal, onResponse })), eTag }
    },
  })

export const reviewsQuery = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: keys.project(projectId, 'versions'),
    queryFn: ({ pageParam, signal }) => client.versions.list(projectId, {}, { signal }).page(pageParam),
    initialPageParam: 1,
    getNextPageParam: (page) => (page.hasNext ? page.current + 1 : undefined),
  })

/** Another person changed the review first: load their change and discard the caller's. */
export function isStale(error: unknown): boolean {
  return error instanceof DailiesError && error.status === 412
}

type Move = { version: ReviewDetails; status: Status }

/** Moves a review to a status that is no verdict: shown at once, and undone when the server refuses. */
export function useSetStatus() {
  const queries = useQueryClient()
  const setStatus = useMutation({
    mutationFn: ({ version, status }: Move) =>
      client.versions.setStatus(version.id, { status }, { ifMatch: version.eTag }),
    // Shown beside the buttons: a toast disappears before it is read.
    meta: { ownErrors: true },
    onMutate: ({ version, status }) => showStatus(queries, version, status),
    onError: (_error, { version }) => queries.setQueryData(reviewQuery(version.id).queryKey, version),
    onSuccess: (_nothing, { version, status }) =>
      showDone(`${decisionTexts[status]}: ${version.name}`, { key: `review ${version.id}` }),
    onSettled: (_nothing, _error, { version }) => reloadReview(queries, version),
  })
  /** Moves the current state of the review back to “Needs review”. */
  async function sendBack(versionId: string) {
    try {
      const now = await queries.fetchQuery({ ...reviewQuery(versionId), staleTime: 0 })
      await setStatus.mutateAsync({ version: now, status: 'NEED_REVIEW' })
    } catch (error) {
      // The page may show another review by now.
      showProblem(error, { key: `review ${versionId}` })
    }
  }
  return { ...setStatus, sendBack }
}

/** Shows a status before the server has accepted it. */
export async function showStatus(queries: QueryClient, version: ReviewDetails, status: Status) {
  const { queryKey } = reviewQuery(version.id)
  await queries.cancelQueries({ queryKey })
  const me = queries.getQueryData(accountQuery.queryKey)
  const statusChangedBy = me ? shownAs(me) : null
  const decision = { statusChangedBy, statusChangedAt: timestamp(), decidedByAgent: false }
  queries.setQueryData(queryKey, { ...version, status, ...decision })
}

export async function reloadReview(queries: QueryClient, version: Pick<ReviewDetails, 'id' | 'project'>) {
  await Promise.all([
    queries.invalidateQueries({ queryKey: keys.version(version.id) }),
    queries.invalidateQueries({ queryKey: keys.reviewers(version.id) }),
  ])
  await queries.invalidateQueries({ queryKey: keys.project(version.project.id, 'versions') })
}

/** The current time in the format of the API. */
function timestamp(): string {
  return new Date().toISOString().replace('T', ' ').replace('Z', '000')
}
