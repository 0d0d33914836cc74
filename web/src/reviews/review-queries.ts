// Queries and mutations of reviews. Each review carries its ETag, so that nobody decides on a review that has just
// changed.
import { DailiesError, type VersionDetails } from '@dailies/sdk'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { accountQuery, keys, shownAs } from '../data/queries.ts'
import type { Status } from '../ui/status.tsx'
import { showDone, showProblem } from '../ui/toasts.tsx'
import { decisionTexts } from './decision.tsx'
import { isVerdict } from './review-status.ts'

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

/** Moves a review to another status: shown at once, and undone when the server refuses. */
export function useSetStatus() {
  const queries = useQueryClient()
  const setStatus = useMutation({
    mutationFn: ({ version, status }: Move) =>
      client.versions.setStatus(version.id, { status }, { ifMatch: version.eTag }),
    // Shown beside the buttons: a toast disappears before it is read.
    meta: { ownErrors: true },
    async onMutate({ version, status }) {
      const { queryKey } = reviewQuery(version.id)
      await queries.cancelQueries({ queryKey })
      const me = queries.getQueryData(accountQuery.queryKey)
      const statusChangedBy = me ? shownAs(me) : null
      queries.setQueryData(queryKey, { ...version, status, statusChangedBy, statusChangedAt: timestamp() })
    },
    onError: (_error, { version }) => queries.setQueryData(reviewQuery(version.id).queryKey, version),
    onSuccess(_nothing, { version, status }) {
      // The only transition from a verdict leads back to the status in which it was given.
      const undo = isVerdict(status) ? () => void takeBack(version.id) : undefined
      showDone(`${decisionTexts[status]}: ${version.name}`, { undo, key: `review ${version.id}` })
    },
    async onSettled(_nothing, _error, { version }) {
      await queries.invalidateQueries({ queryKey: reviewQuery(version.id).queryKey })
      await queries.invalidateQueries({ queryKey: keys.project(version.project.id, 'versions') })
    },
  })
  /** Moves the current state of the review back to “Needs review”. */
  async function takeBack(versionId: string) {
    try {
      const now = await queries.fetchQuery({ ...reviewQuery(versionId), staleTime: 0 })
      await setStatus.mutateAsync({ version: now, status: 'NEED_REVIEW' })
    } catch (error) {
      // The page may show another review by now.
      showProblem(error, { key: `review ${versionId}` })
    }
  }
  return { ...setStatus, takeBack }
}

/** The current time in the format of the API. */
function timestamp(): string {
  return new Date().toISOString().replace('T', ' ').replace('Z', '000')
}
