// How far the processing of the files on the screen is. Lists are not read again for it: files are read one after the other,
// at a pace that leaves most of the allowed requests to people.
import type { FileDetails } from '@dailies/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fileQuery } from './queries.ts'
import { queryClient } from './query-client.ts'

const paceMs = 1500

const watched = new Map<string, number>()
let timer: ReturnType<typeof setInterval> | undefined

/** The details of a file whose previews are not ready; undefined: not read yet. `listed` is what the list says of them. */
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

/** The one that was not read for longest. */
async function readNext(): Promise<void> {
  if (document.hidden || !navigator.onLine) return
  const [next] = [...watched].toSorted(([, a], [, b]) => a - b)
  if (!next) return
  watched.set(next[0], performance.now())
  // One that is gone goes from the list by its event.
  await queryClient.fetchQuery({ ...fileQuery(next[0]), staleTime: 0 }).catch(() => {})
}
