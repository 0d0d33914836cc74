// The threads. Only visible rows are rendered.
import type { Comment } from '@dailies/sdk'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useStore } from '../data/store.ts'
import { Button } from '../ui/button.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useDiscussion, useThreads } from './discussion-context.ts'
import { Thread } from './thread.tsx'
import styles from './thread-list.module.css'

/** Selects a comment; `thread` is the comment that it replies to. */
export type SelectComment = (comment: Comment, thread?: Comment) => void

export type ThreadListProps = {
  comments: readonly Comment[]
  /** Comments before this one have not been loaded yet. */
  gapAt?: number | undefined
  selected?: string | null
  /** The comments on the visible frame or page: they are highlighted, and the list scrolls to them. */
  onScreen?: readonly string[]
  onSelect?: SelectComment | undefined
  placeOf?: (comment: Comment) => string | undefined
  /** Shown when the list is empty. */
  children?: ReactNode
}

/** The next page is requested this many rows before the end. */
const ahead = 20
const noIds: readonly string[] = []

export function ThreadList(props: ThreadListProps) {
  const { comments, gapAt, selected = null, onScreen = noIds, onSelect, placeOf, children } = props
  const discussion = useDiscussion()
  const threads = useStore(discussion.view, (state) => state.threads)
  const latest = useStore(discussion.view, (state) => state.latest)
  const { empty, error, read, complete } = useThreads()
  const scroller = useRef<HTMLElement>(null)
  // A row with the focus stays rendered when it is scrolled out of view.
  const [focused, setFocused] = useState<string | null>(null)
  const focusedAt = focused === null ? -1 : comments.findIndex(({ id }) => id === focused)

  const threadOf = (id: string | null) => (id === null ? null : (discussion.find(id)?.parent?.id ?? id))
  const selectedThread = threadOf(selected)
  const { isFollowing, index: followedAt } = useFollowed(
    scroller,
    comments,
    selectedThread ?? threadOf(latest),
  )
  const virtual = useVirtualizer({
    count: comments.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => comments[index]!.id,
    estimateSize: () => 68,
    overscan: 6,
    // Visible rows stay in place when others are added above them; a followed row is scrolled back into view.
    anchorTo: isFollowing ? 'start' : 'end',
    scrollEndThreshold: -1,
    rangeExtractor(range) {
      const indexes = defaultRangeExtractor(range)
      if (focusedAt < 0 || indexes.includes(focusedAt)) return indexes
      return [...indexes, focusedAt].sort((a, b) => a - b)
    },
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0

  useEffect(() => {
    if (!complete && last >= Math.min(read, comments.length) - ahead) void threads.more()
  }, [threads, complete, last, read, comments.length])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer never changes; only a longer list matters.
  useEffect(() => {
    if (followedAt >= 0) virtual.scrollToIndex(followedAt, { align: 'auto' })
  }, [followedAt, comments])

  const isBusy = useBusy(scroller)
  const [shown] = onScreen
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of comments on the screen scrolls.
  useEffect(() => {
    const index = shown === undefined ? -1 : comments.findIndex(({ id }) => id === shown)
    if (index >= 0 && selected === null && !isBusy()) virtual.scrollToIndex(index, { align: 'auto' })
  }, [shown])

  return (
    <section
      ref={scroller}
      className={styles.scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard.
      tabIndex={0}
      aria-label="Threads"
      onBlur={() => setFocused(null)}
    >
      {empty && error === null && <Spinner label="Loading comments" />}
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
              aria-current={comment.id === selectedThread || undefined}
              data-on-screen={onScreen.includes(comment.id) || undefined}
              className={styles.row}
              style={{ transform: `translateY(${start}px)` }}
              onFocus={() => setFocused(comment.id)}
            >
              {index === gapAt && <p className={styles.gap}>Earlier comments are still loading.</p>}
              <Thread
                comment={comment}
                place={placeOf?.(comment)}
                selected={comment.id === selectedThread ? selected : null}
                onSelect={onSelect}
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

/** Whether the person is using the list: playback must not scroll it under the pointer, the finger or the caret. */
function useBusy(scroller: RefObject<HTMLElement | null>): () => boolean {
  const last = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const note = (event: Event) => {
      last.current = event.timeStamp
    }
    return listenForUse(scroller.current!, note)
  }, [scroller])
  return () => {
    const hasFocus =
      scroller.current?.contains(document.activeElement) && scroller.current !== document.activeElement
    return hasFocus === true || performance.now() - last.current < restMs
  }
}

/** After scrolling by hand, the list follows playback again once this time has passed. */
const restMs = 4_000

function listenForUse(element: HTMLElement, use: (event: Event) => void): () => void {
  const ways = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
  for (const way of ways) element.addEventListener(way, use, { passive: true })
  return () => {
    for (const way of ways) element.removeEventListener(way, use)
  }
}

/** Keeps the selected thread visible while the list grows around it, until the person scrolls. */
function useFollowed(
  scroller: RefObject<HTMLElement | null>,
  comments: readonly Comment[],
  thread: string | null,
): { isFollowing: boolean; index: number } {
  const [letGo, setLetGo] = useState<string | null>(null)
  useEffect(() => listenForUse(scroller.current!, () => setLetGo(thread)), [scroller, thread])
  const isFollowing = thread !== null && thread !== letGo
  return { isFollowing, index: isFollowing ? comments.findIndex(({ id }) => id === thread) : -1 }
}
