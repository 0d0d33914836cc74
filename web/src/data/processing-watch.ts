// Follows the processing of visible files. Polls one file after the other instead of reloading lists, at a pace that
// leaves most of the rate limit to people.
import type { FileDetails } from '@dailies/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fileQuery } from './queries.ts'
import { queryClient } from './query-client.ts'

const paceMs = 1500

const watched = new Map<string, number>()
let timer: ReturnType<typeof setInterval> | undefined

/**
 * The details of a file whose previews are not ready; undefined until they are loaded. `listed` is the state in the
 * list.
 */
export function useMediaWatch(fileId: string, listed: string): FileDetails | undefined {
  const { data } = useQuery({ ...fileQuery(fileId), enabled: false })
  const watching = data === undefined || isUnderWay(data.media?.state) || isUnderWay(listed)
  useEffect(() => (watching ? watch(fileId) : undefined), [fileId, watching])
  return data
}

function isUnderWay(state: string | undefined): boolean {
  return state === 'PENDING' || state === 'PROCESSING'
}

function watch(fileId: string): () => void {
  watched.set(fileId, Number.NEGATIVE_INFINITY)
  timer ??= setInterval(() => void readNext(), paceMs)
  return () => {
    watched.delete(fileId)
    if (watched.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Reads the file that was read least recently. */
async function readNext(): Promise<void> {
  if (document.hidden || !navigator.onLine) return
  const [next] = [...watched].toSorted(([, a], [, b]) => a - b)
  if (!next) return
  watched.set(next[0], performance.now())
  // The event of a deleted file removes it from the list.
  await queryClient.fetchQuery({ ...fileQuery(next[0]), staleTime: 0 }).catch(() => {})
}
