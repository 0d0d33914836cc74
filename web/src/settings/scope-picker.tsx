import { scopeGroups } from '../generated/scopes-and-events.ts'
import { Button } from '../ui/button.tsx'
import { CheckField } from '../ui/field.tsx'
import styles from './scopes.module.css'
import { allScopes, readingScopes, type Scope } from './scopes.ts'

export function ScopePicker({
  scopes,
  onScopes,
}: {
  scopes: readonly Scope[]
  onScopes: (scopes: readonly Scope[]) => void
}) {
  const set = (scope: Scope, on: boolean) =>
    onScopes(allScopes.filter((one) => (one === scope ? on : scopes.includes(one))))
  return (
    <>
      <div className={styles.presets}>
        <strong>Permissions</strong>
        <Button small onClick={() => onScopes(readingScopes)}>
          Read only
        </Button>
        <Button small onClick={() => onScopes(allScopes)}>
          All
        </Button>
        <Button small onClick={() => onScopes([])}>
          None
        </Button>
        <span className="quiet small" role="status">
          {scopes.length === 0 ? 'Select at least one.' : `${scopes.length} of ${allScopes.length} selected`}
        </span>
      </div>
      {scopeGroups.map(({ title, items }) => (
        <fieldset key={title} className={styles.group}>
          <legend>{title}</legend>
          <div className={styles.choices}>
            {items.map(({ scope, words }) => (
              <CheckField
                key={scope}
                label={words}
                hint={<code>{scope}</code>}
                checked={scopes.includes(scope)}
                onChange={(event) => set(scope, event.currentTarget.checked)}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </>
  )
}
