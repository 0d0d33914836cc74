// Comments or checks beside the image.
import type { FileDetails } from '@dailies/sdk'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { isCheckable, isUnderWay, useChecks } from '../checks-queries.ts'
import { countOf, type Level } from '../finding-text.ts'
import styles from './panel-tabs.module.css'

export type PanelTab = 'comments' | 'checks'

/** The chosen tab is in the URL, so that a review can link to the findings. */
export function usePanelTab(file: FileDetails): { tab: PanelTab; setTab: (tab: PanelTab) => void } {
  const navigate = useNavigate()
  const { panel } = useSearch({ from: '/files/$fileId' })
  // The URL follows later: a key that leads to the comments must find them at once.
  const [chosen, setChosen] = useState(panel)
  const [address, setAddress] = useState(panel)
  if (panel !== address) {
    setAddress(panel)
    setChosen(panel)
  }
  const setTab = useCallback(
    (tab: PanelTab) => {
      setChosen(tab === 'checks' ? 'checks' : undefined)
      void navigate({
        to: '.',
        search: ({ panel: _, ...search }) => (tab === 'checks' ? { ...search, panel: 'checks' } : search),
        replace: true,
        resetScroll: false,
      })
    },
    [navigate],
  )
  return { tab: chosen === 'checks' && isCheckable(file) ? 'checks' : 'comments', setTab }
}

type PanelTabsProps = { file: FileDetails; tab: PanelTab; onTab: (tab: PanelTab) => void }

export function PanelTabs({ file, tab, onTab }: PanelTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  if (!isCheckable(file)) return null
  const other = tab === 'comments' ? 'checks' : 'comments'
  function turn(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    // The player uses the same keys.
    event.preventDefault()
    event.stopPropagation()
    onTab(other)
    list.current?.querySelector<HTMLElement>(`[data-tab=${other}]`)?.focus()
  }
  const tabProps = (name: PanelTab) => ({
    type: 'button' as const,
    role: 'tab',
    className: styles.tab,
    'data-tab': name,
    'aria-selected': tab === name,
    tabIndex: tab === name ? 0 : -1,
    onClick: () => onTab(name),
  })
  return (
    <div ref={list} className={styles.tabs} role="tablist" aria-label="Beside the file" onKeyDown={turn}>
      <button {...tabProps('comments')}>Comments</button>
      <button {...tabProps('checks')}>
        Checks <Badge file={file} />
      </button>
    </div>
  )
}

/** The open findings of the worst level; a dot while the file is checked. */
function Badge({ file }: { file: FileDetails }) {
  const { data: checks } = useChecks(file)
  if (!checks) return null
  if (isUnderWay(checks))
    return (
      <span className={styles.waiting}>
        <span className="unseen">in progress</span>
      </span>
    )
  const { problems, warnings } = checks.counts
  const [level, count]: [Level, number] = problems > 0 ? ['PROBLEM', problems] : ['WARNING', warnings]
  if (count === 0) return null
  return (
    <span className={styles.badge} data-level={level} title={countOf(level, count)}>
      {count > 999 ? '999+' : count}
      <span className="unseen"> {countOf(level, count).replace(/^\S+ /, '')}</span>
    </span>
  )
}
