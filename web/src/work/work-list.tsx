// A section of My work, and a row of it: the whole row is a link.
import type { ReactNode } from 'react'
import styles from './my-work.module.css'

type WorkSectionProps<Item> = {
  title: string
  id: string
  section: { total: number; items: Item[] } | null
  row: (item: Item) => ReactNode
}

/** A section without items is not shown. */
export function WorkSection<Item>({ title, id, section, row }: WorkSectionProps<Item>) {
  if (!section || section.total === 0) return null
  const { total, items } = section
  const count = total >= 100 ? '100+' : String(total)
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title} <span className={styles.count}>{count}</span>
      </h2>
      <ul className={styles.list}>{items.map(row)}</ul>
      {total > items.length && (
        <p className={styles.rest}>
          The first {items.length} of {count} are shown.
        </p>
      )}
    </section>
  )
}

type WorkRowProps = {
  /** A thumbnail or an avatar. */
  sign: ReactNode
  /** The link that covers the row. */
  link: ReactNode
  /** Facts on one line, such as the project. */
  facts: ReactNode
  /** A text by a person, of at most two lines. */
  text?: string | null | undefined
  aside?: ReactNode
}

export function WorkRow({ sign, link, facts, text, aside }: WorkRowProps) {
  return (
    <li className={styles.row}>
      {sign}
      <div className={styles.what}>
        <p className={styles.title}>{link}</p>
        {text && <p className={styles.text}>{text}</p>}
        <p className={styles.facts}>{facts}</p>
      </div>
      {aside && <div className={styles.aside}>{aside}</div>}
    </li>
  )
}

export function Thumbnail({ url, icon }: { url: string | null; icon: ReactNode }) {
  return (
    <span className={styles.thumbnail}>
      {url ? <img src={url} alt="" loading="lazy" decoding="async" /> : icon}
    </span>
  )
}

/** Moves the focus to the next or the previous row. */
export function moveFocus(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>(`.${styles.row} a`)]
  const at = links.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 ? (step === 1 ? 0 : links.length - 1) : at + step
  links[next]?.focus()
}
