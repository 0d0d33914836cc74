// The words of the chosen captions on the image, exact to the frame. Each line has the direction of its own text.
import type { FileDetails } from '@dailies/sdk'
import { useMemo } from 'react'
import type { Playback } from '../player/playback.ts'
import { usePlaybackState } from '../player/use-playback.ts'
import { useCues } from './caption-queries.ts'
import styles from './captions.module.css'
import { cueRange, momentOf } from './cue-range.ts'

export function CaptionText({ playback, file }: { playback: Playback; file: FileDetails }) {
  const shown = useCues(file, { any: false })
  const index = usePlaybackState(playback, (state) => state.index)
  const { media } = file
  const cues = useMemo(
    () => shown?.cues.map(({ text, ...cue }) => ({ text, ...cueRange(cue, media) })),
    [shown?.cues, media],
  )
  if (!shown || !cues) return null
  const moment = momentOf(playback.clock.placeOf(index), media)!
  const texts = cues.filter(({ from, to }) => from <= moment && moment <= to)
  return (
    <div className={styles.text} data-captions lang={shown.captions.language} aria-live="off">
      {texts.map(({ from, text }) => (
        <p key={`${from} ${text}`}>
          {text.split('\n').map((line, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a cue never change.
            <span key={n} dir="auto">
              {line}
            </span>
          ))}
        </p>
      ))}
    </div>
  )
}
