// Comments, checks or draft notes beside the image.
import type { FileDetails } from '@dailies/sdk'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import {
  isUnderWay as isReviewed,
  useFittingReviewers,
  useSkillReviews,
  waitingDrafts,
} from '../../skill-reviews/skill-review-queries.ts'
import { isCheckable, isUnderWay, useChecks } from '../checks-queries.ts'
import { countOf, type Level } from '../finding-text.ts'
import styles from './panel-tabs.module.css'

export type PanelTab = 'comments' | 'checks' | 'drafts'

/** The chosen tab is in the URL, so that a review can link to the findings. */
export function usePanelTab(file: FileDetails): {
  tab: PanelTab
  tabs: readonly PanelTab[]
  setTab: (tab: PanelTab) => void
} {
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
      const next = tab === 'comments' ? undefined : tab
      setChosen(next)
      void navigate({
        to: '.',
        search: ({ panel: _, ...search }) => (next ? { ...search, panel: next } : search),
        replace: true,
        resetScroll: false,
      })
    },
    [navigate],
  )
  const tabs = usePanelTabs(file)
  return { tab: chosen && tabs.includes(chosen) ? chosen : 'comments', tabs, setTab }
}

/** Drafts have a tab where a skill has reviewed the file, or can. */
function usePanelTabs(file: FileDetails): readonly PanelTab[] {
  const { data } = useSkillReviews(file)
  const reviewers = useFittingReviewers(file)
  if (!isCheckable(file)) return ['comments']
  const hasDrafts = reviewers.length > 0 || (data?.skillReviews.length ?? 0) > 0
  return hasDrafts ? ['comments', 'checks', 'drafts'] : ['comments', 'checks']
}

type PanelTabsProps = {
  file: FileDetails
  tab: PanelTab
  tabs: readonly PanelTab[]
  onTab: (tab: PanelTab) => void
}

export function PanelTabs({ file, tab, tabs, onTab }: PanelTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  if (tabs.length === 1) return null
  function turn(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    // The player uses the same keys.
    event.preventDefault()
    event.stopPropagation()
    const step = event.key === 'ArrowRight' ? 1 : tabs.length - 1
    const other = tabs[(tabs.indexOf(tab) + step) % tabs.length]!
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
      {tabs.includes('drafts') && (
        <button {...tabProps('drafts')}>
          Drafts <DraftBadge file={file} />
        </button>
      )}
    </div>
  )
}

/** The drafts that wait for a decision; a dot while a skill reviews the file. */
function DraftBadge({ file }: { file: FileDetails }) {
  const { data } = useSkillReviews(file)
  if (!data) return null
  if (data.skillReviews.some(isReviewed)) return <Waiting />
  const count = waitingDrafts(data).length
  return count > 0 && <span className={styles.badge}>{count}</span>
}

function Waiting() {
  return (
    <span className={styles.waiting}>
      <span className="unseen">in progress</span>
    </span>
  )
}

/** The open findings of the worst level; a dot while the file is checked. */
function Badge({ file }: { file: FileDetails }) {
  const { data: checks } = useChecks(file)
  if (!checks) return null
  if (isUnderWay(checks)) return <Waiting />
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
