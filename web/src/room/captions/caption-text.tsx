// The words of the chosen captions on the image, exact to the frame. Each line has the direction of its own text.
import type { FileDetails } from '@dailies/sdk'
import type { Playback } from '../player/playback.ts'
import { usePlaybackState } from '../player/use-playback.ts'
import { useCues } from './caption-queries.ts'
import styles from './captions.module.css'

export function CaptionText({ playback, file }: { playback: Playback; file: FileDetails }) {
  const shown = useCues(file, { any: false })
  const index = usePlaybackState(playback, (state) => state.index)
  if (!shown) return null
  const ms = playback.clock.msOf(index)
  const texts = shown.cues.filter(({ startMs, endMs }) => startMs <= ms && ms < endMs)
  return (
    <div className={styles.text} data-captions lang={shown.captions.language} aria-live="off">
      {texts.map(({ startMs, text }) => (
        <p key={`${startMs} ${text}`} dir="auto">
          {text}
        </p>
      ))}
    </div>
  )
}
