// The buttons below the timeline. If they do not fit, the less used ones are in a menu.
import type { RefObject } from 'react'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { CloseIcon, MoreIcon } from '../../ui/icons.tsx'
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '../../ui/menu.tsx'
import { toggleFullScreen, useFullScreen } from '../form.ts'
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

type TransportProps = { deck: Deck; hasAudio: boolean; readout: RefObject<HTMLButtonElement | null> }

export function Transport({ deck, hasAudio, readout }: TransportProps) {
  return (
    // A mouse click does not focus a button, so that the space bar still plays and pauses.
    <div className={styles.transport} onPointerDown={keepFocus}>
      <div className={styles.group}>
        <PlayButtons deck={deck} />
        <Readout deck={deck} button={readout} />
        <Shuttle deck={deck} />
      </div>
      <div className={styles.group}>
        <div className={styles.rest}>
          <RangeButtons deck={deck} />
          <SpeedMenu deck={deck} />
          {hasAudio && <Loudness deck={deck} />}
        </div>
        <div className={styles.more}>
          <MoreMenu deck={deck} hasAudio={hasAudio} />
        </div>
        <FullScreenButton />
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
        label={playing ? 'Pause' : 'Play'}
        shortcut="Space"
        onClick={deck.toggle}
        className={styles.play}
      >
        {playing ? <PauseIcon /> : <PlayIcon />}
      </IconButton>
      <IconButton
        label={`${step} back`}
        shortcut="ArrowLeft"
        onClick={() => deck.step(-deck.clock.step)}
        className={styles.step}
      >
        <FrameBackIcon />
      </IconButton>
      <IconButton
        label={`${step} on`}
        shortcut="ArrowRight"
        onClick={() => deck.step(deck.clock.step)}
        className={styles.step}
      >
        <FrameForwardIcon />
      </IconButton>
    </>
  )
}

/** Shown while the video plays at another speed than the selected one. */
function Shuttle({ deck }: { deck: Deck }) {
  const rate = useDeckState(deck, (state) =>
    state.playing && state.rate !== state.speed ? state.rate : null,
  )
  return rate !== null && <span className={styles.shuttle}>{rate < 0 ? `◀ ${-rate}×` : `▶ ${rate}×`}</span>
}

function RangeButtons({ deck }: { deck: Deck }) {
  const hasRange = useDeckState(deck, (state) => state.range !== null)
  const loop = useDeckState(deck, (state) => state.loop)
  return (
    <>
      {/* Reserves its space, so that the other buttons do not move. */}
      <IconButton
        label="Clear in and out"
        shortcut="X"
        className={hasRange ? '' : styles.unused}
        onClick={() => deck.setRange(null)}
      >
        <CloseIcon />
      </IconButton>
      <IconButton label="Set in" shortcut="I" onClick={deck.markIn}>
        <InIcon />
      </IconButton>
      <IconButton label="Set out" shortcut="O" onClick={deck.markOut}>
        <OutIcon />
      </IconButton>
      <IconButton label="Loop" shortcut="R" pressed={loop} onClick={deck.toggleLoop}>
        <LoopIcon />
      </IconButton>
    </>
  )
}

function SpeedMenu({ deck }: { deck: Deck }) {
  const speed = useDeckState(deck, (state) => state.speed)
  return (
    <Menu
      label="Speed"
      button={
        <button
          type="button"
          className={`${buttonClass('plain', true)} ${styles.speed}`}
          title="Speed"
          aria-label={`Speed: ${speed}×`}
        >
          {speed}×
        </button>
      }
    >
      <Speeds deck={deck} />
    </Menu>
  )
}

function Speeds({ deck }: { deck: Deck }) {
  const speed = useDeckState(deck, (state) => state.speed)
  return (
    <MenuRadioGroup
      label="Speed"
      value={String(speed)}
      options={speeds.map((choice) => [String(choice), `${choice}×`])}
      onChange={(choice) => deck.setSpeed(Number(choice))}
    />
  )
}

function Loudness({ deck }: { deck: Deck }) {
  const volume = useDeckState(deck, (state) => state.volume)
  const muted = useDeckState(deck, (state) => state.muted)
  return (
    <>
      <IconButton label={muted ? 'Unmute' : 'Mute'} shortcut="M" onClick={deck.toggleMuted}>
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

function MoreMenu({ deck, hasAudio }: { deck: Deck; hasAudio: boolean }) {
  const hasRange = useDeckState(deck, (state) => state.range !== null)
  const loop = useDeckState(deck, (state) => state.loop)
  const muted = useDeckState(deck, (state) => state.muted)
  return (
    <Menu label="More controls" trigger={<MoreIcon />}>
      <MenuItem onClick={deck.markIn}>Set in</MenuItem>
      <MenuItem onClick={deck.markOut}>Set out</MenuItem>
      {hasRange && <MenuItem onClick={() => deck.setRange(null)}>Clear in and out</MenuItem>}
      <MenuItem onClick={deck.toggleLoop}>{loop ? 'Stop looping' : 'Loop'}</MenuItem>
      {hasAudio && <MenuItem onClick={deck.toggleMuted}>{muted ? 'Unmute' : 'Mute'}</MenuItem>}
      <MenuSeparator />
      <Speeds deck={deck} />
    </Menu>
  )
}

function FullScreenButton() {
  const on = useFullScreen()
  return (
    <IconButton label={on ? 'Exit full screen' : 'Full screen'} shortcut="F" onClick={toggleFullScreen}>
      {on ? <LeaveFullScreenIcon /> : <FullScreenIcon />}
    </IconButton>
  )
}
