import type { Comment } from '@dailies/sdk'
import { Select } from '../../ui/select.tsx'
import styles from './comment-panel.module.css'
import { authorsOf, type Filter } from './filter.ts'

type FilterBarProps = {
  comments: readonly Comment[]
  filter: Filter
  onChange: (filter: Filter) => void
  found: number
}

const states = [
  ['all', 'All'],
  ['open', 'Open'],
  ['resolved', 'Resolved'],
] as const

export function FilterBar({ comments, filter, onChange, found }: FilterBarProps) {
  const change = (part: Partial<Filter>) => onChange({ ...filter, ...part })
  return (
    <search className={styles.filter} aria-label="Filter">
      <fieldset className={styles.states}>
        <legend className="unseen">State</legend>
        {states.map(([state, name]) => (
          <label key={state} className={styles.state}>
            <input
              type="radio"
              name="comment-state"
              checked={filter.state === state}
              onChange={() => change({ state })}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <input
        type="search"
        className={styles.control}
        aria-label="Text"
        placeholder="Text or name"
        value={filter.text}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <Select
        aria-label="Author"
        wide
        options={[['', 'Everyone'], ...authorsOf(comments).map(({ id, name }) => [id, name] as const)]}
        value={filter.author}
        onValue={(author) => change({ author })}
      />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={filter.drawing}
          onChange={(event) => change({ drawing: event.currentTarget.checked })}
        />
        With a drawing
      </label>
      <span className={styles.found} role="status">
        {found.toLocaleString('en')} shown
      </span>
    </search>
  )
}
