// Video or audio that is still loading, or cannot be loaded.
import { useQueryClient } from '@tanstack/react-query'
import { keys } from '../../data/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Playback } from '../player/playback.ts'
import { usePlaybackState } from '../player/use-playback.ts'
import { originalKey } from './original.ts'
import styles from './trouble.module.css'

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
  const waiting = usePlaybackState(playback, (state) => state.waiting && (state.playing || state.settling))
  const queries = useQueryClient()
  async function retry() {
    // The URL may have expired.
    const addresses = [keys.file(fileId, 'details'), originalKey(fileId)]
    await Promise.all(addresses.map((queryKey) => queries.invalidateQueries({ queryKey })))
    playback.retry()
  }
  if (failed)
    return (
      <div className={styles.trouble} role="alert">
        <p>The {what} could not be loaded. Check the connection, then try again.</p>
        <Button onClick={() => void retry()}>Try again</Button>
      </div>
    )
  return (
    waiting && (
      <div className={styles.waiting}>
        <Spinner label="Loading" />
      </div>
    )
  )
}
