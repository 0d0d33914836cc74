// The buttons under the timeline.
import type { RefObject } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { type Deck, speeds } from './deck.ts'
import {
  FrameBackIcon,
  FrameForwardIcon,
  FullScreenIcon,
  InIcon,
  LeaveFullScreenIcon,
  LoopIcon,
  MutedIcon,
  OutIcon,
  PauseIcon,
  PlayIcon,
  VolumeIcon,
} from './icons.tsx'
import { Readout } from './readout.tsx'
import styles from './transport.module.css'
import { useDeckState } from './use-deck.ts'

type TransportProps = {
  deck: Deck
  hasSound: boolean
  readout: RefObject<HTMLButtonElement | null>
  fullScreen?: { on: boolean; toggle: () => void }
}

export function Transport({ deck, hasSound, readout, fullScreen }: TransportProps) {
  return (
    // Clicked with a mouse, a button does not take the focus: the space bar goes on to play and pause.
    <div className={styles.transport} onPointerDown={keepFocus}>
      <div className={styles.group}>
        <PlayButtons deck={deck} />
        <Readout deck={deck} button={readout} />
      </div>
      <div className={styles.group}>
        <RangeButtons deck={deck} />
        <SpeedChoice deck={deck} />
        {hasSound && <Loudness deck={deck} />}
        {fullScreen && (
          <IconButton
            label={fullScreen.on ? 'Leave full screen' : 'Full screen'}
            shortcut="F"
            onClick={fullScreen.toggle}
          >
            {fullScreen.on ? <LeaveFullScreenIcon /> : <FullScreenIcon />}
          </IconButton>
        )}
      </div>
    </div>
  )
}

function keepFocus(event: React.PointerEvent) {
  if (event.pointerType === 'mouse' && (event.target as Element).closest('button')) event.preventDefault()
}

function PlayButtons({ deck }: { deck: Deck }) {
  const playing = useDeckState(deck, (state) => state.playing)
  const step = deck.clock.unit === 'frame' ? 'One frame' : 'A tenth of a second'
  return (
    <>
      <IconButton
        label={`${step} back`}
        shortcut="ArrowLeft"
        onClick={() => deck.step(-deck.clock.step)}
        className={styles.step}
      >
        <FrameBackIcon />
      </IconButton>
      <IconButton
        label={playing ? 'Pause' : 'Play'}
        shortcut="Space"
        onClick={deck.toggle}
        className={styles.play}
      >
        {playing ? <PauseIcon /> : <PlayIcon />}
      </IconButton>
      <IconButton
        label={`${step} on`}
        shortcut="ArrowRight"
        onClick={() => deck.step(deck.clock.step)}
        className={styles.step}
      >
        <FrameForwardIcon />
      </IconButton>
      <Shuttle deck={deck} />
    </>
  )
}

/** Said when it is not as usual. */
function Shuttle({ deck }: { deck: Deck }) {
  const rate = useDeckState(deck, (state) =>
    state.playing && state.rate !== state.speed ? state.rate : null,
  )
  return rate !== null && <span className={styles.shuttle}>{rate < 0 ? `◀ ${-rate}×` : `▶ ${rate}×`}</span>
}

function RangeButtons({ deck }: { deck: Deck }) {
  const range = useDeckState(deck, (state) => state.range)
  const loop = useDeckState(deck, (state) => state.loop)
  return (
    <>
      <IconButton label="Set in" shortcut="I" onClick={deck.markIn}>
        <InIcon />
      </IconButton>
      <IconButton label="Set out" shortcut="O" onClick={deck.markOut}>
        <OutIcon />
      </IconButton>
      {range && (
        <IconButton label="Clear in and out" shortcut="X" onClick={() => deck.setRange(null)}>
          <CloseIcon />
        </IconButton>
      )}
      <IconButton label="Loop" shortcut="R" pressed={loop} onClick={deck.toggleLoop}>
        <LoopIcon />
      </IconButton>
    </>
  )
}

/** The system's own: it also works in full screen, where nothing outside of the player is seen. */
function SpeedChoice({ deck }: { deck: Deck }) {
  const speed = useDeckState(deck, (state) => state.speed)
  return (
    <select
      className={styles.speed}
      aria-label="Speed"
      title="Speed"
      value={speed}
      onChange={(event) => deck.setSpeed(Number(event.currentTarget.value))}
    >
      {speeds.map((choice) => (
        <option key={choice} value={choice}>
          {choice}×
        </option>
      ))}
    </select>
  )
}

function Loudness({ deck }: { deck: Deck }) {
  const volume = useDeckState(deck, (state) => state.volume)
  const muted = useDeckState(deck, (state) => state.muted)
  return (
    <>
      <IconButton label={muted ? 'Sound on' : 'Mute'} shortcut="M" onClick={deck.toggleMuted}>
        {muted ? <MutedIcon /> : <VolumeIcon />}
      </IconButton>
      <input
        type="range"
        className={styles.volume}
        aria-label="Volume"
        min={0}
        max={1}
        step={0.05}
        value={muted ? 0 : volume}
        onChange={(event) => deck.setVolume(Number(event.currentTarget.value))}
      />
    </>
  )
}
