// How far the previews of the files on the screen are. Lists do not tell, so files are read one after the other, at a pace
// that leaves most of the allowed requests to people.
import type { FileDetails } from '@dailies/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fileQuery } from '../../app/queries.ts'
import { queryClient } from '../../app/query-client.ts'

const paceMs = 1500

const watched = new Map<string, number>()
let timer: ReturnType<typeof setInterval> | undefined

/** What is known of the file; undefined: not read yet. */
export function useMediaWatch(fileId: string, wanted: boolean): FileDetails | undefined {
  const { data } = useQuery({ ...fileQuery(fileId), enabled: false })
  const watching = wanted && (data === undefined || isUnderWay(data))
  useEffect(() => (watching ? watch(fileId) : undefined), [fileId, watching])
  return data
}

function isUnderWay({ media }: FileDetails): boolean {
  return media?.state === 'PENDING' || media?.state === 'PROCESSING'
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
