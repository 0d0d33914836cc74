import styles from './scopes.module.css'
import { scopesInShort, scopesInWords } from './scopes.ts'

/** The permissions of a key or an app: a short summary, and the whole list on request. */
export function ScopeSummary({ scopes }: { scopes: readonly string[] }) {
  if (scopes.length === 0) return <p className="quiet small">No permissions.</p>
  return (
    <details className={`${styles.words} small`}>
      <summary>{scopesInShort(scopes)}</summary>
      <dl>
        {scopesInWords(scopes).map(({ title, words }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
