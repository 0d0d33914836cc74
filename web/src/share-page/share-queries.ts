import { DailiesError, type LookAtShareResult, type OpenShare, type ShareFile } from '@dailies/sdk'
import { queryOptions } from '@tanstack/react-query'
import { actWith, client } from '../data/client.ts'
import { scopesQuery } from '../data/queries.ts'
import { queryClient } from '../data/query-client.ts'
import { forgetToken, storedToken } from './credential.ts'

/** URLs of media work for 8 to 10 minutes: they are asked for again before. */
export const renewMs = 6 * 60_000

/** While previews are made, or watermarks drawn into them, they are looked for this often. */
const comingMs = 5_000

const openShareKey = ['open-share']

function isComing({ media }: ShareFile): boolean {
  return media?.state === 'PENDING' || media?.state === 'PROCESSING'
}

/** The share as the guest sees it: the files in order, and what may be done with them. */
export const openShareQuery = queryOptions({
  queryKey: openShareKey,
  async queryFn({ signal }): Promise<OpenShare> {
    const share = await client.openShare.get({ signal })
    // The viewers show originals to people who may download them.
    queryClient.setQueryData(scopesQuery.queryKey, share.downloads === 'ORIGINAL' ? ['files:download'] : [])
    return share
  },
  refetchInterval: ({ state }) => (state.data?.files.some(isComing) ? comingMs : renewMs),
  refetchOnWindowFocus: true,
  staleTime: 20_000,
})

/** Inside, at the door, or in front of a link that has ended. */
export type Entrance =
  | { state: 'INSIDE' }
  | { state: 'ENDED' }
  | {
      state: 'DOOR'
      look: LookAtShareResult & {
        workspace: NonNullable<LookAtShareResult['workspace']>
        email: NonNullable<LookAtShareResult['email']>
      }
    }

export const entranceQuery = (key: string, preview: string | null) =>
  queryOptions({
    queryKey: ['entrance', key, preview],
    queryFn: ({ signal }) => (preview === null ? enter(key, signal) : enterPreview(preview, signal)),
    staleTime: Infinity,
  })

/** The share has ended, or the guest's token is too old: look what is behind the link now. */
export function lookAgain(): void {
  const queryKey = ['entrance']
  if (queryClient.isFetching({ queryKey }) === 0) void queryClient.invalidateQueries({ queryKey })
}

async function enterPreview(shareId: string, signal: AbortSignal): Promise<Entrance> {
  // As the manager, by their session.
  actWith(undefined)
  const { token } = await client.shares.preview(shareId, { signal })
  actWith(token, lookAgain)
  return { state: 'INSIDE' }
}

async function enter(key: string, signal: AbortSignal): Promise<Entrance> {
  const token = storedToken(key)
  actWith(token ?? undefined, token === null ? undefined : lookAgain)
  if (token !== null) {
    try {
      await queryClient.fetchQuery({ ...openShareQuery, staleTime: 0 })
      return { state: 'INSIDE' }
    } catch (error) {
      if (!isRefusal(error)) throw error
      forgetToken(key)
      actWith(undefined)
    }
  }
  const { state, workspace, email, ...look } = await client.shares.look({ key }, { signal })
  if (state === 'ENDED' || !workspace || !email) return { state: 'ENDED' }
  return { state: 'DOOR', look: { state, workspace, email, ...look } }
}

/** The share has ended, for everybody or for this guest. */
function isRefusal(error: unknown): boolean {
  return error instanceof DailiesError && [401, 403, 404].includes(error.status)
}
