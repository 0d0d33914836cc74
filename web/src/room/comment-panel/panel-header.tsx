import type { Comment } from '@dailies/sdk'
import type { ReactNode } from 'react'
import { useDiscussion } from '../../comments/discussion-context.ts'
import { FilterIcon } from '../../comments/icons.tsx'
import type { Sort } from '../../comments/target.ts'
import { useStore } from '../../data/store.ts'
import { IconButton } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import type { SelectOption } from '../../ui/select-popup.tsx'
import styles from './comment-panel.module.css'

const orders: readonly SelectOption<Sort>[] = [
  ['place', 'By place'],
  ['time', 'Newest first'],
]

type PanelHeaderProps = {
  comments: readonly Comment[]
  complete: boolean
  isFilterOpen: boolean
  isFiltering: boolean
  onFilter: (open: boolean) => void
  children: ReactNode
}

export function PanelHeader(props: PanelHeaderProps) {
  const { comments, complete, isFilterOpen, isFiltering, onFilter, children } = props
  const discussion = useDiscussion()
  const sort = useStore(discussion.view, (state) => state.sort)
  const resolved = comments.filter(({ resolvedAt }) => resolvedAt !== null).length
  const more = complete ? '' : '+'
  return (
    <header className={styles.header}>
      <h2 className="unseen">Comments</h2>
      <p className={styles.counts} role={complete ? 'status' : undefined}>
        {(comments.length - resolved).toLocaleString('en')}
        {more} open{resolved > 0 && ` · ${resolved.toLocaleString('en')}${more} resolved`}
      </p>
      <div className={styles.sort}>
        <Select
          aria-label="Order of comments"
          options={orders}
          value={sort}
          onValue={(order) => discussion.sortBy(order)}
        />
      </div>
      <IconButton
        label="Filter comments"
        small
        aria-expanded={isFilterOpen}
        pressed={isFiltering}
        onClick={() => onFilter(!isFilterOpen)}
      >
        <FilterIcon />
      </IconButton>
      {children}
    </header>
  )
}
