import type { Usage } from '@dailies/sdk'
import { binarySizeInWords as inWords } from '../ui/size.ts'
import styles from './usage-section.module.css'

type Stored = Usage['storage']

const parts = [
  ['originals', 'Originals'],
  ['attachments', 'Attachments'],
  ['derivatives', 'Previews'],
  ['trash', 'Trash'],
] as const satisfies (readonly [keyof Stored, string])[]

/** The stored bytes, as parts of a bar. The bar is as long as `of`. */
export function UsageBar({ stored, of }: { stored: Stored; of: number }) {
  const words = parts
    .filter(([part]) => stored[part] > 0)
    .map(([part, name]) => `${name} ${inWords(stored[part])}`)
  return (
    <div className={styles.track} role="img" aria-label={words.join(', ') || 'Nothing'}>
      {parts.map(
        ([part]) =>
          stored[part] > 0 && (
            <span key={part} className={styles[part]} style={{ width: `${(stored[part] / of) * 100}%` }} />
          ),
      )}
    </div>
  )
}

export function UsageLegend({ stored }: { stored: Stored }) {
  return (
    <ul className={styles.legend} aria-label="What is stored">
      {parts.map(([part, name]) => (
        <li key={part}>
          <span className={`${styles.dot} ${styles[part]}`} aria-hidden="true" />
          {name} <strong>{inWords(stored[part])}</strong>
        </li>
      ))}
    </ul>
  )
}
