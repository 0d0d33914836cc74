import type { Model } from '@dailies/sdk'
import { useId } from 'react'
import { Choice } from '../ui/choice.tsx'
import { CheckField } from '../ui/field.tsx'
import styles from './generate.module.css'
import type { Settings } from './generation-form.ts'

/** The settings of a video for which the model has options. */
export function VideoFields({
  configs,
  settings,
  onSettings,
}: {
  configs: NonNullable<Model['configs']>
  settings: Settings
  onSettings: (settings: Settings) => void
}) {
  const set = (change: Partial<Settings>) => onSettings({ ...settings, ...change })
  return (
    <>
      <Choice
        label="Resolution"
        value={settings.resolution}
        options={configs.resolution.map((value) => ({ value, label: value }))}
        onValue={(resolution) => set({ resolution })}
      />
      <Choice
        label="Aspect ratio"
        value={settings.aspectRatio}
        options={configs.aspectRatio.map((value) => ({ value, label: <Ratio ratio={value} /> }))}
        onValue={(aspectRatio) => set({ aspectRatio })}
      />
      <Duration
        {...configs.durationSeconds}
        value={settings.durationSeconds}
        onValue={(durationSeconds) => set({ durationSeconds })}
      />
      {configs.generateAudio ? (
        <CheckField
          label="Audio"
          checked={settings.generateAudio}
          onChange={({ currentTarget }) => set({ generateAudio: currentTarget.checked })}
        />
      ) : (
        <p className="quiet small">This model makes no audio.</p>
      )}
    </>
  )
}

function Ratio({ ratio }: { ratio: string }) {
  const [width = 1, height = 1] = ratio.split(':').map(Number)
  const scale = 16 / Math.max(width, height)
  return (
    <>
      <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
        <rect
          x={9 - (width * scale) / 2}
          y={9 - (height * scale) / 2}
          width={width * scale}
          height={height * scale}
          rx="1.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
        />
      </svg>
      {ratio}
    </>
  )
}

function Duration({
  min,
  max,
  value,
  onValue,
}: {
  min: number
  max: number
  value: number
  onValue: (seconds: number) => void
}) {
  const id = useId()
  if (min === max)
    return (
      <p>
        <b>Length</b> {min} seconds <span className="quiet">(the only length of this model)</span>
      </p>
    )
  return (
    <div className={styles.duration}>
      <label htmlFor={id}>Length</label>
      <output htmlFor={id}>{value} seconds</output>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={1}
        value={value}
        aria-valuetext={`${value} seconds`}
        onChange={({ currentTarget }) => onValue(Number(currentTarget.value))}
      />
    </div>
  )
}
