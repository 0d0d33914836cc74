// Chooses the size of the video: by screen and network, or by hand.
import { buttonClass } from '../../ui/button.tsx'
import { Menu, MenuRadioGroup } from '../../ui/menu.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { type Quality, qualities, setQuality, useQuality } from './quality.ts'
import styles from './transport.module.css'

export type QualityChoice = {
  /** The names of the renditions, smallest first. */
  names: readonly string[]
  hasOriginal: boolean
  /** The rendition that “Auto” has chosen. */
  auto: string | undefined
  /** The name of the rendition that plays. */
  plays: string | null
}

/** The choices, if there is more than one. */
export function qualityOptions({ names, hasOriginal, auto }: QualityChoice): [Quality, string][] {
  const offered = qualities.filter((one) => names.includes(one) || (one === 'original' && hasOriginal))
  if (offered.length < 2) return []
  const byName = offered.map((one): [Quality, string] => [one, one === 'original' ? 'Original' : one])
  return [['auto', auto ? `Auto (${auto})` : 'Auto'], ...byName]
}

export function QualityMenu({ choice }: { choice: QualityChoice }) {
  const quality = useQuality()
  const options = qualityOptions(choice)
  const open = () => document.querySelector<HTMLButtonElement>('[data-quality]')?.click()
  useShortcuts('Player', options.length > 0 ? [{ keys: 'q', label: 'Quality', run: open }] : [])
  if (options.length === 0) return null
  const value = options.some(([one]) => one === quality) ? quality : 'auto'
  const plays = choice.plays === 'original' ? 'Original' : choice.plays
  return (
    <Menu
      label="Quality"
      button={
        <button
          type="button"
          className={`${buttonClass('plain', true)} ${styles.quality}`}
          data-quality
          title="Quality (Q)"
          aria-label={`Quality: ${value === 'auto' ? `Auto, ${plays}` : plays}`}
        >
          {plays}
        </button>
      }
    >
      <MenuRadioGroup
        label="Quality"
        value={value}
        options={options}
        onChange={(one) => setQuality(one as Quality)}
      />
    </Menu>
  )
}
