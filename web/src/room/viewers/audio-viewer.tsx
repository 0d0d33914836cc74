// Audio, shown as its waveform.
import { useMemo } from 'react'
import { audioClock } from '../player/clock.ts'
import type { Deck } from '../player/deck.ts'
import { Player } from '../player/player.tsx'
import { openAudio } from '../player/reel.ts'
import { percent } from '../player/timeline.tsx'
import { useDeck, useDeckState } from '../player/use-deck.ts'
import { Waveform } from '../player/waveform.tsx'
import { useRoom } from '../room.ts'
import styles from './audio-viewer.module.css'
import { useSource } from './original.ts'
import { Trouble } from './trouble.tsx'
import type { ViewerProps } from './viewer-props.ts'

export function AudioViewer({ file, media, original, onUnplayable, overlay }: ViewerProps) {
  const room = useRoom()
  const { durationMs } = media
  const clock = useMemo(() => (durationMs === null ? null : audioClock(durationMs)), [durationMs])
  const { deck, ref } = useDeck(clock, openAudio, room)
  const { plays, src } = useSource(media, original, deck)
  return (
    <Player deck={deck} media={media}>
      <div className={styles.ground}>
        {/* biome-ignore lint/a11y/useMediaCaption: captions are not under review. */}
        <audio
          ref={ref}
          data-plays={plays}
          src={src}
          preload="auto"
          // Until the duration is known, the browser's own controls play the file.
          controls={!clock}
          aria-label={file.name}
          onError={({ currentTarget: { error } }) => {
            if (plays === 'original' && error?.code !== MediaError.MEDIA_ERR_NETWORK) onUnplayable()
          }}
        />
        <div className={styles.picture}>
          {media.waveform && clock && <Waveform url={media.waveform} seconds={clock.seconds} height={240} />}
          {deck && <Ahead deck={deck} />}
          <div className={styles.overlay}>{overlay}</div>
        </div>
        {deck && <Trouble deck={deck} fileId={file.id} what="audio" />}
      </div>
    </Player>
  )
}

/** The part that was not played yet is dimmed; a click seeks. */
function Ahead({ deck }: { deck: Deck }) {
  const { clock } = deck
  const index = useDeckState(deck, (state) => (state.settling ? deck.index() : state.index))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the timeline below does the same with the keyboard.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the timeline below does the same with the keyboard.
    <div
      className={styles.ahead}
      data-seek
      style={{ '--at': percent(clock, index) } as object}
      onClick={({ currentTarget, clientX }) => {
        const { left, width } = currentTarget.getBoundingClientRect()
        deck.go(clock.at(((clientX - left) / width) * clock.seconds))
      }}
    />
  )
}
