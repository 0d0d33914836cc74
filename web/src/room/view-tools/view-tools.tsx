// The tools as the viewers use them. Their code is loaded with the first tool that a person uses.
import { lazy, Suspense } from 'react'
import { isGraded, isNeutral, useView } from './view-state.ts'

const PictureFilter = lazy(async () => ({ default: (await import('./picture-filter.tsx')).PictureFilter }))
const Guides = lazy(async () => ({ default: (await import('./guides.tsx')).Guides }))
const Legend = lazy(async () => ({ default: (await import('./legend.tsx')).Legend }))

/**
 * Guides, and the filter of the image. Render it after the image, before captions and drawings, in an element that covers
 * the image exactly; the image takes the filter with `filter: var(--picture-filter, none)`.
 */
export function ViewTools({ ratio }: { ratio: number }) {
  const isOff = useView(isNeutral)
  const isFiltered = useView(isGraded)
  if (isOff) return null
  return (
    <Suspense>
      {isFiltered && <PictureFilter />}
      <Guides ratio={ratio} />
    </Suspense>
  )
}

/** The meaning of false colours, beside the image. */
export function ViewLegend() {
  const isShown = useView((state) => state.falseColour)
  return <Suspense>{isShown && <Legend />}</Suspense>
}
