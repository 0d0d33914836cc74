// Review rounds as they are read and moved. What is read keeps its ETag, so that nobody judges what has just changed.
import { DailiesError, type VersionDetails } from '@dailies/sdk'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import { keys } from '../../app/queries.ts'
import { type Status, statusName } from '../../ui/status.tsx'
import { showDone } from '../../ui/toasts.tsx'

export type ReadVersion = VersionDetails & { eTag: string | undefined }

export const versionQuery = (versionId: string) =>
  queryOptions({
    queryKey: keys.version(versionId),
    async queryFn({ signal }): Promise<ReadVersion> {
      let eTag: string | undefined
      const onResponse = ({ headers }: { headers: Headers }) => {
        eTag = headers.get('etag') ?? undefined
      }
      return { ...(await client.versions.get(versionId, { signal, onResponse })), eTag }
    },
  })

export const versionsQuery = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: keys.project(projectId, 'versions'),
    queryFn: ({ pageParam, signal }) => client.versions.list(projectId, {}, { signal }).page(pageParam),
    initialPageParam: 1,
    getNextPageParam: (page) => (page.hasNext ? page.current + 1 : undefined),
  })

/** Somebody was faster: what they did is read, and what one wanted is not done. */
export function isStale(error: unknown): boolean {
  return error instanceof DailiesError && error.status === 412
}

type Move = { version: ReadVersion; status: Status }

export function useSetStatus(mayUndo: boolean) {
  const queries = useQueryClient()
  const setStatus = useMutation({
    mutationFn: ({ version, status }: Move) =>
      client.versions.setStatus(version.id, { status }, { ifMatch: version.eTag }),
    // Beside the buttons: a toast goes before it is read.
    meta: { ownErrors: true },
    async onMutate({ version, status }) {
      const { queryKey } = versionQuery(version.id)
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, { ...version, status })
    },
    onError: (_error, { version }) => queries.setQueryData(versionQuery(version.id).queryKey, version),
    onSuccess(_nothing, { version, status }) {
      const back = mayUndo && version.status === 'NEED_REVIEW' ? () => undo(version.id) : undefined
      showDone(`${version.name}: ${statusName(status).toLowerCase()}.`, back)
    },
    async onSettled(_nothing, _error, { version }) {
      await queries.invalidateQueries({ queryKey: versionQuery(version.id).queryKey })
      await queries.invalidateQueries({ queryKey: keys.project(version.project.id, 'versions') })
    },
  })
  async function undo(versionId: string) {
    const now = await queries.fetchQuery({ ...versionQuery(versionId), staleTime: 0 })
    setStatus.mutate({ version: now, status: 'NEED_REVIEW' })
  }
  return setStatus
}
