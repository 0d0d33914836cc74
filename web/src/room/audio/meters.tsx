// Level meters: one for each channel with its switches, and two for what is heard.
import { useEffect, useRef } from 'react'
import type { Playback } from '../player/playback.ts'
import { usePlaybackState } from '../player/use-playback.ts'
import styles from './audio.module.css'
import type { Engine } from './engine.ts'
import { floor, type Level, nextLevel, partOf, peakOf, silence } from './levels.ts'
import type { ChannelSwitches } from './tracks.ts'

const scale = [0, -6, -12, -18, -24, -36, -48, -60]

export function Meters({
  playback,
  engine,
  names,
  switches,
  onSwitch,
}: {
  playback: Playback
  engine: Engine | undefined
  names: readonly string[]
  switches: ChannelSwitches
  onSwitch: (switches: ChannelSwitches) => void
}) {
  const playing = usePlaybackState(playback, (state) => state.playing)
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!engine || engine.analysers.length === 0 || !group.current) return
    return showLevels(engine, [...group.current.querySelectorAll<HTMLElement>('[role=meter]')], playing)
  }, [engine, playing])
  const isOff = !engine || engine.analysers.length === 0
  const toggle = (which: keyof ChannelSwitches, channel: number) => {
    const on = switches[which]
    const next = on.includes(channel) ? on.filter((one) => one !== channel) : [...on, channel]
    onSwitch({ ...switches, [which]: next })
  }
  return (
    <div
      ref={group}
      className={styles.meters}
      data-off={isOff || undefined}
      data-running={playing || undefined}
    >
      <div className={styles.scale} aria-hidden="true">
        {scale.map((decibels) => (
          <span key={decibels} style={{ insetBlockEnd: `${partOf(decibels) * 100}%` }}>
            {decibels === 0 ? '0' : `−${-decibels}`}
          </span>
        ))}
      </div>
      {names.map((name, channel) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the channels of a track have an order, and may share names.
        <div key={channel} className={styles.channel}>
          <Meter label={`Level of ${name}`} />
          <span className={styles.name} title={name}>
            {name}
          </span>
          <Switch
            label={`Solo ${name}`}
            on={switches.solo.includes(channel)}
            disabled={isOff}
            onClick={() => toggle('solo', channel)}
          >
            S
          </Switch>
          <Switch
            label={`Mute ${name}`}
            on={switches.muted.includes(channel)}
            disabled={isOff}
            onClick={() => toggle('muted', channel)}
          >
            M
          </Switch>
        </div>
      ))}
      <div className={styles.output}>
        <div className={styles.pair}>
          <Meter label="Output level, left" />
          <Meter label="Output level, right" />
        </div>
        <span className={styles.name}>Out</span>
      </div>
    </div>
  )
}

function Meter({ label }: { label: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a browser draws <meter> itself, without a peak.
    <div
      className={styles.meter}
      role="meter"
      aria-label={label}
      aria-valuemin={floor}
      aria-valuemax={0}
      aria-valuenow={floor}
    >
      <div className={styles.level} />
      <div className={styles.peak} />
    </div>
  )
}

function Switch({
  label,
  on,
  disabled,
  onClick,
  children,
}: {
  label: string
  on: boolean
  disabled: boolean
  onClick: () => void
  children: string
}) {
  return (
    <button
      type="button"
      className={styles.switch}
      data-kind={children}
      aria-label={label}
      title={label}
      aria-pressed={on}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

/** Draws the levels without React, on every frame of the screen; ends by itself when nothing plays and the meters are down. */
function showLevels({ analysers }: Engine, meters: readonly HTMLElement[], playing: boolean): () => void {
  const samples = new Float32Array(analysers[0]!.fftSize)
  let levels: Level[] = meters.map(readLevel)
  let earlier = performance.now() / 1000
  let frame = requestAnimationFrame(draw)

  function draw() {
    const now = performance.now() / 1000
    levels = levels.map((level, at) => {
      analysers[at]?.getFloatTimeDomainData(samples)
      return nextLevel(level, playing && analysers[at] ? peakOf(samples) : floor, now, earlier)
    })
    earlier = now
    for (const [at, meter] of meters.entries()) write(meter, levels[at]!)
    const isDown = levels.every(({ peak }) => peak === floor)
    if (playing || !isDown) frame = requestAnimationFrame(draw)
  }
  return () => cancelAnimationFrame(frame)
}

function readLevel(meter: HTMLElement): Level {
  const shown = Number(meter.getAttribute('aria-valuenow'))
  return { ...silence, shown, peak: shown, peakAt: performance.now() / 1000 }
}

function write(meter: HTMLElement, { shown, peak }: Level): void {
  const [level, mark] = meter.children as unknown as [HTMLElement, HTMLElement]
  level.style.clipPath = `inset(${((1 - partOf(shown)) * 100).toFixed(2)}% 0 0)`
  mark.style.insetBlockEnd = `${(partOf(peak) * 100).toFixed(2)}%`
  mark.hidden = peak === floor
  const rounded = shown.toFixed(1)
  if (meter.getAttribute('aria-valuenow') !== rounded) meter.setAttribute('aria-valuenow', rounded)
}
