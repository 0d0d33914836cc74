// The frame around film and sound: what is seen, the timeline, the buttons, and their keys.
import type { Media } from '@dailies/sdk'
import { type ReactNode, useCallback, useRef, useSyncExternalStore } from 'react'
import { useShortcuts } from '../../app/shortcuts.ts'
import type { Deck } from './deck.ts'
import { playerKeys, usePlayerKeys } from './keys.ts'
import styles from './player.module.css'
import { Timeline } from './timeline.tsx'
import { TimelineMarkers } from './timeline-markers.tsx'
import { Transport } from './transport.tsx'
import { Waveform } from './waveform.tsx'

const listedKeys = playerKeys.map(([keys, label]) => ({ keys, label }))

export function Player({
  deck,
  media,
  markers = deck && <TimelineMarkers deck={deck} />,
  children,
}: {
  deck: Deck | null
  media: Media
  /** On the timeline; without: the comments of the room. */
  markers?: ReactNode
  /** What is seen. It is there before the deck, which belongs to an element in it. */
  children: ReactNode
}) {
  const player = useRef<HTMLDivElement>(null)
  const readout = useRef<HTMLButtonElement>(null)
  const fullScreen = useFullScreen(player)
  const jump = useCallback(() => readout.current?.click(), [])
  useShortcuts('Player', listedKeys)
  usePlayerKeys(deck, { fullScreen: fullScreen.toggle, jump })
  const isFilm = media.kind === 'VIDEO'
  return (
    <div ref={player} className={styles.player}>
      {children}
      <div className={styles.controls}>
        {deck && (
          <>
            <Timeline deck={deck} sprite={media.sprite} markers={markers}>
              {isFilm && media.waveform && (
                <Waveform url={media.waveform} seconds={deck.clock.seconds} height={36} />
              )}
            </Timeline>
            <Transport
              deck={deck}
              hasSound={media.hasAudio !== false}
              readout={readout}
              fullScreen={fullScreen}
            />
          </>
        )}
      </div>
    </div>
  )
}

function useFullScreen(element: React.RefObject<HTMLElement | null>) {
  const on = useSyncExternalStore(
    (watcher) => {
      document.addEventListener('fullscreenchange', watcher)
      return () => document.removeEventListener('fullscreenchange', watcher)
    },
    () => document.fullscreenElement !== null,
  )
  const toggle = useCallback(() => {
    if (document.fullscreenElement) void document.exitFullscreen()
    // Phones that know no full screen but for the video itself leave it.
    else element.current?.requestFullscreen?.().catch(() => undefined)
  }, [element])
  return { on, toggle }
}
