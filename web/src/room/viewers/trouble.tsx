// Video or audio that is still loading, or cannot be loaded. On a bad connection loading fails now and then, and URLs expire:
// it is tried again a few times before the person is asked to.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { keys } from '../../data/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Playback } from '../player/playback.ts'
import { usePlaybackState } from '../player/use-playback.ts'
import { originalKey } from './original.ts'
import styles from './trouble.module.css'

/** The waits before each attempt, in ms. */
const waits = [200, 1_500, 5_000]

export function Trouble({
  playback,
  fileId,
  what,
}: {
  playback: Playback
  fileId: string
  what: 'video' | 'audio'
}) {
  const failed = usePlaybackState(playback, (state) => state.failed)
  const isLoaded = usePlaybackState(playback, (state) => !state.failed && !state.waiting)
  const waiting = usePlaybackState(playback, (state) => state.waiting && (state.playing || state.settling))
  const queries = useQueryClient()
  const attempts = useRef(0)
  async function retry() {
    // The URL may have expired.
    const addresses = [keys.file(fileId, 'details'), originalKey(fileId)]
    await Promise.all(addresses.map((queryKey) => queries.invalidateQueries({ queryKey })))
    // A renewed URL is loaded already.
    if (playback.store.get().failed) await playback.retry()
  }
  const retryNow = useEffectEvent(retry)
  useEffect(() => {
    if (isLoaded) attempts.current = 0
    const wait = waits[attempts.current]
    if (!failed || wait === undefined) return
    attempts.current++
    const timer = setTimeout(() => void retryNow(), wait)
    return () => clearTimeout(timer)
  }, [failed, isLoaded])
  if (failed && attempts.current >= waits.length)
    return (
      <div className={styles.trouble} role="alert">
        <p>The {what} could not be loaded. Check the connection, then try again.</p>
        <Button onClick={() => void retry()}>Try again</Button>
      </div>
    )
  return (
    (waiting || failed) && (
      <div className={styles.waiting}>
        <Spinner label="Loading" />
      </div>
    )
  )
}
