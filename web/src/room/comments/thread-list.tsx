// The threads, of which only those in sight are in the page.
import type { Comment } from '@dailies/sdk'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { ProblemNote } from '../../app/problem.tsx'
import { useStore } from '../../app/store.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useDiscussion, useThreads } from './discussion-context.ts'
import { Thread } from './thread.tsx'
import styles from './thread-list.module.css'
import type { Select } from './use-selection.ts'

export type ThreadListProps = {
  comments: readonly Comment[]
  /** Before this one, comments are missing that are still read. */
  gapAt?: number | undefined
  selected?: string | null
  opened: ReadonlySet<string>
  onOpened: (opened: ReadonlySet<string>) => void
  onSelect?: Select | undefined
  placeOf?: (comment: Comment) => string | undefined
  /** In place of an empty list. */
  children?: ReactNode
}

/** How many rows before the end the next page is asked for. */
const ahead = 20

export function ThreadList(props: ThreadListProps) {
  const { comments, gapAt, selected = null, opened, onOpened, onSelect, placeOf, children } = props
  const discussion = useDiscussion()
  const threads = useStore(discussion.view, (state) => state.threads)
  const { empty, error, read, complete } = useThreads()
  const scroller = useRef<HTMLElement>(null)
  // Who has the focus stays in the page, though it be scrolled away.
  const [focused, setFocused] = useState<string | null>(null)
  const focusedAt = focused === null ? -1 : comments.findIndex(({ id }) => id === focused)

  const { isFollowing, index: followedAt } = useFollowed(scroller, comments, selected)
  const virtual = useVirtualizer({
    count: comments.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => comments[index]!.id,
    estimateSize: () => 120,
    overscan: 6,
    // What is in sight stays where it is when others come in above it; what is followed is scrolled to anew.
    anchorTo: isFollowing ? 'start' : 'end',
    scrollEndThreshold: -1,
    rangeExtractor(range) {
      const indexes = defaultRangeExtractor(range)
      if (focusedAt < 0 || indexes.includes(focusedAt)) return indexes
      return [...indexes, focusedAt].sort((a, b) => a - b)
    },
  })
  const latest = useRef({ opened, onOpened })
  useEffect(() => {
    latest.current = { opened, onOpened }
  })
  const setOpen = useCallback((id: string, open: boolean) => {
    latest.current.onOpened(changed(latest.current.opened, id, open))
  }, [])
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0

  useEffect(() => {
    if (!complete && last >= Math.min(read, comments.length) - ahead) void threads.more()
  }, [threads, complete, last, read, comments.length])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer is one for good; a longer list is another.
  useEffect(() => {
    if (followedAt >= 0) virtual.scrollToIndex(followedAt, { align: 'auto' })
  }, [followedAt, comments])

  return (
    <section
      ref={scroller}
      className={styles.scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard.
      tabIndex={0}
      aria-label="Threads"
      onBlur={() => setFocused(null)}
    >
      {empty && error === null && <Spinner label="Reading comments" />}
      {children}
      <ol className={styles.list} style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const comment = comments[index]!
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              data-comment={comment.id}
              aria-setsize={complete ? comments.length : -1}
              aria-posinset={index + 1}
              aria-current={comment.id === selected || undefined}
              className={styles.row}
              style={{ transform: `translateY(${start}px)` }}
              onFocus={() => setFocused(comment.id)}
            >
              {index === gapAt && (
                <p className={styles.gap}>The comments before this one are still being read.</p>
              )}
              <Thread
                comment={comment}
                place={placeOf?.(comment)}
                selected={selected}
                onSelect={onSelect}
                isOpen={opened.has(comment.id)}
                onOpen={setOpen}
              />
            </li>
          )
        })}
      </ol>
      {error !== null && (
        <ProblemNote error={error}>
          <Button small onClick={() => discussion.open()}>
            Try again
          </Button>
        </ProblemNote>
      )}
    </section>
  )
}

function changed(opened: ReadonlySet<string>, id: string, open: boolean): ReadonlySet<string> {
  const next = new Set(opened)
  if (open) next.add(id)
  else next.delete(id)
  return next
}

/** The selected thread is kept in sight while the list grows around it, until somebody scrolls. */
function useFollowed(
  scroller: RefObject<HTMLElement | null>,
  comments: readonly Comment[],
  selected: string | null,
): { isFollowing: boolean; index: number } {
  const discussion = useDiscussion()
  const [letGo, setLetGo] = useState<string | null>(null)
  const thread = selected === null ? null : (discussion.find(selected)?.parent?.id ?? selected)
  useEffect(() => {
    const element = scroller.current!
    const stop = () => setLetGo(thread)
    const ways = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
    for (const way of ways) element.addEventListener(way, stop, { passive: true })
    return () => {
      for (const way of ways) element.removeEventListener(way, stop)
    }
  }, [scroller, thread])
  const isFollowing = thread !== null && thread !== letGo
  return { isFollowing, index: isFollowing ? comments.findIndex(({ id }) => id === thread) : -1 }
}
