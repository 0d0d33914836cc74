// Text in everything that guests see.
import type { Share } from '@dailies/sdk'
import { CheckField, SelectField, TextField } from '../ui/field.tsx'
import type { FieldsProps } from './share-settings.ts'
import styles from './shares.module.css'

type Watermark = NonNullable<Share['watermark']>

const usual: Watermark = { text: '{name} · {date}', position: 'TILED', size: 'MEDIUM', opacity: 0.25 }

const positions: readonly (readonly [Watermark['position'], string])[] = [
  ['TILED', 'All over'],
  ['CENTER', 'In the middle'],
  ['TOP_LEFT', 'Top left'],
  ['TOP_RIGHT', 'Top right'],
  ['BOTTOM_LEFT', 'Bottom left'],
  ['BOTTOM_RIGHT', 'Bottom right'],
]

const sizes: readonly (readonly [Watermark['size'], string])[] = [
  ['SMALL', 'Small'],
  ['MEDIUM', 'Medium'],
  ['LARGE', 'Large'],
]

export function WatermarkFields({ settings, change, errorAt }: FieldsProps) {
  const { watermark, downloads } = settings
  const set = (part: Partial<Watermark>) => watermark && change({ watermark: { ...watermark, ...part } })
  return (
    <fieldset className={styles.group}>
      <legend>Watermark</legend>
      <CheckField
        label="Draw a text into what guests see"
        checked={watermark !== null}
        hint="It deters people from passing copies on. It does not prevent it."
        onChange={({ currentTarget }) =>
          change({
            watermark: currentTarget.checked ? usual : null,
            // Originals have no watermark.
            ...(currentTarget.checked && downloads === 'ORIGINAL' && { downloads: 'PROXY' as const }),
          })
        }
      />
      {watermark !== null && (
        <>
          <TextField
            label="Text"
            required
            maxLength={200}
            value={watermark.text}
            hint="{name}, {email} and {date} become those of each guest."
            error={errorAt('/watermark/text')}
            onChange={({ currentTarget }) => set({ text: currentTarget.value })}
          />
          <div className={styles.pair}>
            <SelectField
              label="Place"
              value={watermark.position}
              options={positions}
              onValue={(position) => set({ position })}
            />
            <SelectField
              label="Size"
              value={watermark.size}
              options={sizes}
              onValue={(size) => set({ size })}
            />
          </div>
          <label className={styles.range}>
            Opacity <span className="quiet">{Math.round(watermark.opacity * 100)} %</span>
            <input
              type="range"
              min={0.05}
              max={1}
              step={0.05}
              value={watermark.opacity}
              onChange={({ currentTarget }) => set({ opacity: Number(currentTarget.value) })}
            />
          </label>
        </>
      )}
    </fieldset>
  )
}
