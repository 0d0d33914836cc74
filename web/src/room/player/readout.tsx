// The current timecode and frame; a click opens a field to seek. Frames count from 0, as in the API.
import { type RefObject, useState } from 'react'
import { useCounting } from '../counting.ts'
import { clockTime } from '../timecode.ts'
import type { Playback } from './playback.ts'
import styles from './readout.module.css'
import { usePlaybackState } from './use-playback.ts'

export function Readout({
  playback,
  button,
}: {
  playback: Playback
  button: RefObject<HTMLButtonElement | null>
}) {
  const [typing, setTyping] = useState(false)
  const index = usePlaybackState(playback, (state) => state.index)
  const settling = usePlaybackState(playback, (state) => state.settling)
  const { clock } = playback
  const counting = useCounting()
  if (typing) return <JumpField playback={playback} onDone={() => setTyping(false)} />
  const isVideo = clock.unit === 'frame'
  return (
    <button
      ref={button}
      type="button"
      className={styles.readout}
      data-readout
      aria-busy={settling}
      title="Go to a timecode or frame (G)"
      onClick={() => setTyping(true)}
    >
      <span className={styles.time} data-timecode>
        {clock.label(index, counting)}
      </span>
      <span className={styles.rest} data-unit={clock.unit}>
        {isVideo && counting === 'frames' ? (
          <span data-frame={index}>of {clock.count - 1}</span>
        ) : isVideo ? (
          <>
            <span className={styles.word}>frame </span>
            <span data-frame>{index}</span>
            <span className={styles.word}> of {clock.count - 1}</span>
          </>
        ) : (
          `of ${clockTime(clock.count)}`
        )}
      </span>
    </button>
  )
}

function JumpField({ playback, onDone }: { playback: Playback; onDone: () => void }) {
  const { clock } = playback
  const counting = useCounting()
  const [wrong, setWrong] = useState(false)
  function go(text: string) {
    const index = clock.parse(text, counting)
    if (index === undefined) return setWrong(true)
    void playback.pauseAt(index)
    onDone()
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        go(String(new FormData(event.currentTarget).get('where')))
      }}
    >
      <input
        name="where"
        className={styles.field}
        // biome-ignore lint/a11y/noAutofocus: the person has just opened the field.
        autoFocus
        autoComplete="off"
        inputMode="decimal"
        aria-label={clock.unit === 'frame' ? 'Timecode or frame to go to' : 'Time to go to'}
        aria-invalid={wrong || undefined}
        placeholder={
          clock.unit === 'frame'
            ? `${clock.label(playback.index(), counting)} or ${playback.index()}`
            : '1:30.5'
        }
        onBlur={onDone}
        onChange={() => setWrong(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onDone()
        }}
      />
      {wrong && (
        <span className={styles.wrong} role="alert">
          {clock.unit === 'frame' ? 'Such as 00:01:12:05 or 1740' : 'Such as 1:30.5'}
        </span>
      )}
    </form>
  )
}
