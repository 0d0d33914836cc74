import styles from './scopes.module.css'
import { scopesInShort, scopesInWords } from './scopes.ts'

/** What a key or an app may do: in a few words, and in full for whoever wants to know. */
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
