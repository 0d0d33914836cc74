// What the sections are made of: a heading with a word on what it is for, and lists of things with what can be done.
import type { ReactNode } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'
import styles from './section-layout.module.css'

/** The head of a page of settings; `action` is the one thing to do on it. */
export function SectionHead({
  title,
  children,
  action,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <header className={styles.head}>
      <div>
        <h1>{title}</h1>
        {children && <p className="quiet">{children}</p>}
      </div>
      {action}
    </header>
  )
}

export function Sheet({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.sheet} aria-label={title}>
      <h2>{title}</h2>
      {about && <p className="quiet small">{about}</p>}
      {children}
    </section>
  )
}

export function ItemList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.things} aria-label={label}>
      {children}
    </ul>
  )
}

/** One of a list: what it is, a line or two about it, and what can be done with it. */
export function ListItem({
  title,
  icon,
  badges,
  about,
  actions,
  children,
}: {
  title: ReactNode
  icon?: ReactNode
  badges?: ReactNode
  about?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}) {
  return (
    <li className={styles.thing}>
      <div className={styles.row}>
        {icon}
        <div className={styles.what}>
          <p className={styles.title}>
            <strong>{title}</strong> {badges}
          </p>
          {about && <div className="quiet small">{about}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </li>
  )
}

export type Tone = 'plain' | 'good' | 'warn' | 'bad'

export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>
}

/** Where a list is empty. */
export function EmptyList({ children }: { children: ReactNode }) {
  return <div className={styles.none}>{children}</div>
}

/** A secret that nobody can show again. */
export function ShownOnce({ label, text }: { label: string; text: string }) {
  return (
    <div className={styles.once}>
      <p>
        <strong>{label}</strong>
      </p>
      <code className={styles.secret}>{text}</code>
      <CopyButton look="main" text={text}>
        Copy
      </CopyButton>
    </div>
  )
}
