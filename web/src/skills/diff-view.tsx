import { useState } from 'react'
import styles from './diff-view.module.css'
import { type DiffLine, foldUnchanged, type Section } from './line-diff.ts'

const signs = { same: ' ', removed: '−', added: '+' } as const
const words = { same: '', removed: 'Removed: ', added: 'Added: ' } as const

/** Lines with a sign and a colour; changed words are highlighted. Unchanged lines are collapsed. */
export function DiffView({ lines }: { lines: DiffLine[] }) {
  if (lines.every(({ kind }) => kind === 'same')) return <p className="quiet">The texts are the same.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard.
    <section className={styles.diff} tabIndex={0} aria-label="Changes">
      {foldUnchanged(lines).map((section) => (
        <DiffSection key={`${section.lines[0]!.before}/${section.lines[0]!.after}`} section={section} />
      ))}
    </section>
  )
}

function DiffSection({ section: { folded, lines } }: { section: Section }) {
  const [open, setOpen] = useState(!folded || lines.length < 3)
  if (!open) {
    return (
      <button type="button" className={styles.fold} onClick={() => setOpen(true)}>
        Show {lines.length} lines that are the same
      </button>
    )
  }
  return lines.map((line) => <Line key={`${line.before}/${line.after}`} line={line} />)
}

function Line({ line: { kind, parts, before, after } }: { line: DiffLine }) {
  return (
    <div className={`${styles.line} ${styles[kind]}`} data-kind={kind}>
      <span className={styles.number}>{before}</span>
      <span className={styles.number}>{after}</span>
      <span aria-hidden="true">{signs[kind]}</span>
      <span className={styles.text}>
        <span className="unseen">{words[kind]}</span>
        {parts.map(({ text, changed }, i) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line are never reordered.
          changed ? <mark key={i}>{text}</mark> : text,
        )}
      </span>
    </div>
  )
}
