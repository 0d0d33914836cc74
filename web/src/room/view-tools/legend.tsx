import { bands } from './filter-tables.ts'
import styles from './view-tools.module.css'

export function Legend() {
  return (
    <section className={styles.legend} aria-label="False colours, in percent of luma">
      <ul>
        {bands.toReversed().map(({ from, to, colour, label }) => (
          <li key={from}>
            <span className={styles.swatch} style={{ background: colour }} />
            <span className={styles.range}>
              {from}–{to} %
            </span>
            <span className={styles.meaning}>{label}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
