// The files as cards. Only those on the screen are drawn, however many there are.
import type { File } from '@dailies/sdk'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { FileCard } from './file-card.tsx'
import styles from './file-grid.module.css'

/** In rem: the narrowest a card gets, the space between, and what is below its picture, side by side or stacked. */
const measures = { narrow: 14, gap: 1.25, below: 4.25, stacked: 5.75, between: 1.5 }

type Box = { width: number; top: number; rem: number }

export function FileGrid({
  files,
  hasMore,
  loadMore,
}: {
  files: readonly File[]
  hasMore: boolean
  /** undefined while some are being read. */
  loadMore: (() => void) | undefined
}) {
  const grid = useRef<HTMLUListElement>(null)
  const { width, top, rem } = useBox(grid)
  const gap = measures.gap * rem
  const columns = Math.max(
    width < 30 * rem ? 2 : 1,
    Math.floor((width + gap) / (measures.narrow * rem + gap)),
  )
  const cardWidth = (width - gap * (columns - 1)) / columns
  const stacked = cardWidth < 13 * rem
  const below = (stacked ? measures.stacked : measures.below) + measures.between
  const rowHeight = (cardWidth * 9) / 16 + below * rem
  const count = Math.ceil(files.length / columns)
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: 2,
    scrollMargin: top,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: all rows are as high as the first, which changes with the width.
  useLayoutEffect(() => rows.measure(), [rowHeight])
  const shown = rows.getVirtualItems()
  const nearEnd = (shown.at(-1)?.index ?? 0) >= count - 4
  useEffect(() => {
    if (nearEnd && hasMore) loadMore?.()
  }, [nearEnd, hasMore, loadMore])
  return (
    <ul
      ref={grid}
      className={styles.grid}
      data-stacked={stacked || undefined}
      style={{ height: rows.getTotalSize() }}
      aria-label="Files"
    >
      {width > 0 &&
        shown.flatMap(({ index, start }) =>
          files
            .slice(index * columns, (index + 1) * columns)
            .map((file, column) => (
              <FileCard
                key={file.id}
                file={file}
                shown={files}
                position={index * columns + column + 1}
                of={hasMore ? -1 : files.length}
                left={column * (cardWidth + gap)}
                top={start - top}
                width={cardWidth}
              />
            )),
        )}
    </ul>
  )
}

/** How wide the grid is, and where on the page it begins: what is above it comes and goes. */
function useBox(grid: RefObject<HTMLUListElement | null>): Box {
  const [box, setBox] = useState<Box>({ width: 0, top: 0, rem: 16 })
  useLayoutEffect(() => {
    const element = grid.current
    if (!element) return
    const measure = () => {
      const { width, top } = element.getBoundingClientRect()
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      const next = { width: Math.floor(width), top: Math.round(top + scrollY), rem }
      setBox((old) => (old.width === next.width && old.top === next.top && old.rem === rem ? old : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [grid])
  return box
}
