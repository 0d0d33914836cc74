import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import type { Row } from './file-layout.ts'

/**
 * In rem: the minimum width of a card, the gap, the line of facts with a mouse and on touch, the heading of a group.
 */
const measures = { narrow: 13.5, gap: 1, facts: 1.375, touchFacts: 2.25, between: 1.125, group: 2.75 }

export type Box = { width: number; top: number; rem: number; control: number }

/**
 * The width of the list, its offset on the page (elements above it appear and disappear), and the height of controls.
 */
export function useBox(list: RefObject<HTMLElement | null>): Box {
  const [box, setBox] = useState<Box>({ width: 0, top: 0, rem: 16, control: 32 })
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () => {
      const { width, top } = element.getBoundingClientRect()
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      const control = matchMedia('(pointer: coarse)').matches ? 2.75 * rem : 2 * rem
      const next = { width: Math.floor(width), top: Math.round(top + scrollY), rem, control }
      setBox((old) => (JSON.stringify(old) === JSON.stringify(next) ? old : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])
  return box
}

export type Layout = {
  columns: number
  cardWidth: number
  gap: number
  rowHeight: number
  groupHeight: number
}

/** A phone shows two cards side by side. */
export function layoutOf({ width, rem, control }: Box, isList: boolean): Layout {
  const groupHeight = measures.group * rem
  if (isList) {
    const rowHeight = Math.max(control + 0.75 * rem, 2.75 * rem)
    return { columns: 1, cardWidth: width, gap: 0, rowHeight, groupHeight }
  }
  const gap = (width < 30 * rem ? 0.75 : measures.gap) * rem
  const fitting = Math.floor((width + gap) / (measures.narrow * rem + gap))
  const columns = Math.max(width < 30 * rem ? 2 : 1, fitting)
  const cardWidth = (width - gap * (columns - 1)) / columns
  const facts = control > 2 * rem ? measures.touchFacts : measures.facts
  const rowHeight = (cardWidth * 9) / 16 + control + (facts + measures.between) * rem
  return { columns, cardWidth, gap, rowHeight, groupHeight }
}

export function useVirtualRows(rows: readonly Row[], box: Box, layout: Layout, activeRow: number) {
  const { rowHeight, groupHeight, columns } = layout
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => (rows[index]?.kind === 'group' ? groupHeight : rowHeight),
    overscan: columns === 1 ? 12 : 3,
    scrollMargin: box.top,
    // The toolbar covers the top of the page.
    scrollPaddingStart: 4 * box.rem,
    scrollPaddingEnd: box.rem,
    // The row with the focus stays rendered.
    rangeExtractor: useCallback(
      (range: Range) => {
        const shown = defaultRangeExtractor(range)
        if (activeRow < 0 || shown.includes(activeRow)) return shown
        return [...shown, activeRow].toSorted((a, b) => a - b)
      },
      [activeRow],
    ),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: all heights depend on the layout and the groups only.
  useLayoutEffect(() => virtual.measure(), [rowHeight, groupHeight, rows])
  const items = virtual.getVirtualItems().map(({ index, start }) => ({ index, start: start - box.top }))
  return {
    items,
    height: virtual.getTotalSize(),
    scrollToRow: (row: number) => virtual.scrollToIndex(row, { align: 'auto' }),
  }
}
