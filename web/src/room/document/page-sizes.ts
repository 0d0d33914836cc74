// The displayed sizes of the pages of a document.

/**
 * A page in the server's list; `image` is relative to the list, and null when the page is damaged. Sizes are in points.
 */
export type PageEntry = { number: number; width: number; height: number; image: string | null }
export type PageList = { total: number; pages: PageEntry[] }

/** Fit to the pane, or screen pixels per point. */
export type PageZoom = 'width' | 'page' | number

/**
 * Long documents list only their first pages; later pages are assumed to be as large as the last listed one until they
 * load.
 */
export function pageOf({ pages }: PageList, number: number): PageEntry {
  const known = pages[number - 1]
  if (known) return known
  const { width, height } = pages.at(-1) ?? { width: 595, height: 842 }
  return { number, width, height, image: null }
}

/** The size that all pages fit into, so that no page is resized when another comes into view. */
export function largestOf({ pages }: PageList): { width: number; height: number } {
  if (pages.length === 0) return pageOf({ total: 0, pages }, 1)
  return {
    width: Math.max(...pages.map(({ width }) => width)),
    height: Math.max(...pages.map(({ height }) => height)),
  }
}

export const gap = 16

export function scaleOf(
  zoom: PageZoom,
  page: { width: number; height: number },
  pane: { width: number; height: number },
): number {
  if (typeof zoom === 'number') return zoom
  const across = Math.max(0.05, (pane.width - 2 * gap) / page.width)
  return zoom === 'width' ? across : Math.max(0.05, Math.min(across, (pane.height - 2 * gap) / page.height))
}

const steps = [0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 6, 8]

/** The next zoom step from the current scale. */
export function nextZoom(scale: number, direction: 1 | -1): number {
  return direction > 0
    ? (steps.find((step) => step > scale * 1.01) ?? steps.at(-1)!)
    : (steps.findLast((step) => step < scale * 0.99) ?? steps[0]!)
}

/** The current page: the one at a third of the height, where people read. */
export function pageAt(
  items: readonly { index: number; start: number; end: number }[],
  scrolled: number,
  height: number,
): number {
  const line = scrolled + height / 3
  const found = items.find(({ end }) => line < end) ?? items.at(-1)
  return (found?.index ?? 0) + 1
}
