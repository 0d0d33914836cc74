// The building blocks of settings: a section header, and lists of items with their actions.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'
import { BackIcon } from '../ui/icons.tsx'
import styles from './section-layout.module.css'
import type { Section } from './sections.ts'

/** The header of a settings page; `action` is its main action. */
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

/** From the page of one item to the list of its section. */
export function BackLink({ section, children }: { section: Section; children: ReactNode }) {
  return (
    <Link to="/settings/$section" params={{ section }} className={styles.back}>
      <BackIcon /> {children}
    </Link>
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

/** An item of a list: its title, a line or two about it, and its actions. */
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

/** Shown instead of an empty list. */
export function EmptyList({ children }: { children: ReactNode }) {
  return <div className={styles.none}>{children}</div>
}

/** A secret that cannot be shown again. */
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
