// The buttons below the timeline. If they do not fit, the less used ones are in a menu.
import type { ReactNode, RefObject } from 'react'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { CloseIcon, MoreIcon } from '../../ui/icons.tsx'
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '../../ui/menu.tsx'
import { toggleAudioPanel, useHasAudioPanel } from '../audio/panel-state.ts'
import {
  type Counting,
  countingNames,
  countingsOf,
  nextCounting,
  setCounting,
  shownCounting,
  switchCounting,
  useCounting,
} from '../counting.ts'
import { toggleFullScreen, useFullScreen } from '../form.ts'
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
import { type Playback, speeds } from './playback.ts'
import { Readout } from './readout.tsx'
import styles from './transport.module.css'
import { usePlaybackState } from './use-playback.ts'

type TransportProps = {
  playback: Playback
  hasAudio: boolean
  readout: RefObject<HTMLButtonElement | null>
  captions?: ReactNode
}

export function Transport({ playback, hasAudio, readout, captions }: TransportProps) {
  return (
    // A mouse click does not focus a button, so that the space bar still plays and pauses.
    <div className={styles.transport} onPointerDown={keepFocus}>
      <div className={styles.group}>
        <PlayButtons playback={playback} />
        <Readout playback={playback} button={readout} />
        <CountingButton playback={playback} />
        <Shuttle playback={playback} />
      </div>
      <div className={styles.group}>
        <div className={styles.rest}>
          <RangeButtons playback={playback} />
          <SpeedMenu playback={playback} />
          {hasAudio && <Loudness playback={playback} />}
        </div>
        {captions}
        <div className={styles.more}>
          <MoreMenu playback={playback} hasAudio={hasAudio} />
        </div>
        <FullScreenButton />
      </div>
    </div>
  )
}

function keepFocus(event: React.PointerEvent) {
  if (event.pointerType === 'mouse' && (event.target as Element).closest('button')) event.preventDefault()
}

function PlayButtons({ playback }: { playback: Playback }) {
  const playing = usePlaybackState(playback, (state) => state.playing)
  const step = playback.clock.unit === 'frame' ? 'One frame' : 'A tenth of a second'
  return (
    <>
      <IconButton
        label={playing ? 'Pause' : 'Play'}
        shortcut="Space"
        onClick={playback.toggle}
        className={styles.play}
      >
        {playing ? <PauseIcon /> : <PlayIcon />}
      </IconButton>
      <IconButton
        label={`${step} back`}
        shortcut="ArrowLeft"
        onClick={() => playback.step(-playback.clock.step)}
        className={styles.step}
      >
        <FrameBackIcon />
      </IconButton>
      <IconButton
        label={`${step} on`}
        shortcut="ArrowRight"
        onClick={() => playback.step(playback.clock.step)}
        className={styles.step}
      >
        <FrameForwardIcon />
      </IconButton>
    </>
  )
}

/** Each click shows the place in another way. */
function CountingButton({ playback: { clock } }: { playback: Playback }) {
  const counting = shownCounting(useCounting(), clock.unit)
  const next = countingNames[nextCounting(counting, clock.unit)].toLowerCase()
  return (
    <button
      type="button"
      className={`${buttonClass('plain', true)} ${styles.counting}`}
      title={`Switch to ${next} (⇧G)`}
      aria-label={`Time display: ${countingNames[counting]}`}
      onClick={() => switchCounting(clock.unit)}
    >
      {countingNames[counting]}
    </button>
  )
}

/** Shown while the video plays at another speed than the selected one. */
function Shuttle({ playback }: { playback: Playback }) {
  const rate = usePlaybackState(playback, (state) =>
    state.playing && state.rate !== state.speed ? state.rate : null,
  )
  return rate !== null && <span className={styles.shuttle}>{rate < 0 ? `◀ ${-rate}×` : `▶ ${rate}×`}</span>
}

function RangeButtons({ playback }: { playback: Playback }) {
  const hasRange = usePlaybackState(playback, (state) => state.range !== null)
  const loop = usePlaybackState(playback, (state) => state.loop)
  return (
    <>
      {/* Reserves its space, so that the other buttons do not move. */}
      <IconButton
        label="Clear in and out"
        shortcut="X"
        className={hasRange ? '' : styles.unused}
        onClick={() => playback.setRange(null)}
      >
        <CloseIcon />
      </IconButton>
      <IconButton label="Set in" shortcut="I" onClick={playback.markIn}>
        <InIcon />
      </IconButton>
      <IconButton label="Set out" shortcut="O" onClick={playback.markOut}>
        <OutIcon />
      </IconButton>
      <IconButton label="Loop" shortcut="R" pressed={loop} onClick={playback.toggleLoop}>
        <LoopIcon />
      </IconButton>
    </>
  )
}

function SpeedMenu({ playback }: { playback: Playback }) {
  const speed = usePlaybackState(playback, (state) => state.speed)
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
      <Speeds playback={playback} />
    </Menu>
  )
}

function Speeds({ playback }: { playback: Playback }) {
  const speed = usePlaybackState(playback, (state) => state.speed)
  return (
    <MenuRadioGroup
      label="Speed"
      value={String(speed)}
      options={speeds.map((choice) => [String(choice), `${choice}×`])}
      onChange={(choice) => playback.setSpeed(Number(choice))}
    />
  )
}

function Loudness({ playback }: { playback: Playback }) {
  const volume = usePlaybackState(playback, (state) => state.volume)
  const muted = usePlaybackState(playback, (state) => state.muted)
  return (
    <>
      <IconButton label={muted ? 'Unmute' : 'Mute'} shortcut="M" onClick={playback.toggleMuted}>
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
        onChange={(event) => playback.setVolume(Number(event.currentTarget.value))}
      />
    </>
  )
}

function MoreMenu({ playback, hasAudio }: { playback: Playback; hasAudio: boolean }) {
  const hasAudioPanel = useHasAudioPanel()
  const hasRange = usePlaybackState(playback, (state) => state.range !== null)
  const loop = usePlaybackState(playback, (state) => state.loop)
  const muted = usePlaybackState(playback, (state) => state.muted)
  return (
    <Menu label="More controls" trigger={<MoreIcon />}>
      <MenuItem onClick={playback.markIn}>Set in</MenuItem>
      <MenuItem onClick={playback.markOut}>Set out</MenuItem>
      {hasRange && <MenuItem onClick={() => playback.setRange(null)}>Clear in and out</MenuItem>}
      <MenuItem onClick={playback.toggleLoop}>{loop ? 'Stop looping' : 'Loop'}</MenuItem>
      {hasAudio && <MenuItem onClick={playback.toggleMuted}>{muted ? 'Unmute' : 'Mute'}</MenuItem>}
      {hasAudioPanel && <MenuItem onClick={toggleAudioPanel}>Audio tracks and levels</MenuItem>}
      <MenuSeparator />
      <MenuRadioGroup
        label="Time display"
        value={shownCounting(useCounting(), playback.clock.unit)}
        options={countingsOf(playback.clock.unit).map((counting) => [counting, countingNames[counting]])}
        onChange={(counting) => setCounting(counting as Counting)}
      />
      <MenuSeparator />
      <Speeds playback={playback} />
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
