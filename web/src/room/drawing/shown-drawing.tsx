// The drawings that are sent: of the selected comment, or of the comments on the visible frame.
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Marker, type RoomState, type Shape, useRoomState } from '../room.ts'
import styles from './drawing.module.css'
import { units } from './geometry.ts'
import { ShapeView } from './shape-view.tsx'

export const nothing: readonly Shape[] = []

/** A layer that covers an image exactly. People cannot draw on it. */
export function ShownDrawing() {
  const layer = useRef<HTMLDivElement>(null)
  const ratio = useRatio(layer)
  return (
    <div ref={layer} className={styles.layer}>
      <Drawing shapes={useShownShapes()} ratio={ratio} />
    </div>
  )
}

export function Drawing({ shapes, ratio }: { shapes: readonly Shape[]; ratio: number }) {
  return (
    <svg
      className={styles.image}
      viewBox={`0 0 ${units * ratio} ${units}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={shapes.length > 0 ? 'Drawing on the image' : undefined}
      aria-hidden={shapes.length === 0}
    >
      {shapes.map((shape, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a shape is identified by its index in the drawing.
        <ShapeView key={index} shape={shape} ratio={ratio} />
      ))}
    </svg>
  )
}

/** The aspect ratio of the displayed image. */
export function useRatio(element: RefObject<HTMLElement | null>): number {
  const [ratio, setRatio] = useState(16 / 9)
  useLayoutEffect(() => {
    const measure = () => {
      const { offsetWidth, offsetHeight } = element.current!
      if (offsetWidth > 0 && offsetHeight > 0)
        setRatio(Math.round((offsetWidth / offsetHeight) * 1000) / 1000)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element.current!)
    return () => observer.disconnect()
  }, [element])
  return ratio
}

/** While the video plays, a drawing stays visible this long after its frame. */
const lingerMs = 500

/** The drawing of the selected comment or of a draft note; otherwise those whose frame is visible or has just passed. */
export function useShownShapes(): readonly Shape[] {
  const selected = useRoomState((state) => state.selected)
  const shown = useRoomState((state) => state.shown)
  const markers = useRoomState((state) => state.markers)
  // A string, so that frames without a drawing render nothing.
  const passing = useRoomState((state) => {
    if (state.selected !== null || state.shown || state.pen || state.draftShapes.length > 0) return ''
    return state.markers.flatMap((marker, at) => (isPassing(marker, state) ? [at] : [])).join()
  })
  return useMemo(() => {
    if (selected !== null || shown) return shown ?? nothing
    return passing === ''
      ? nothing
      : passing.split(',').flatMap((at) => markers[Number(at)]?.shapes ?? nothing)
  }, [selected, shown, markers, passing])
}

function isPassing({ shapes, frame, ms }: Marker, { place, playing }: RoomState): boolean {
  if (shapes.length === 0 || frame === null || place.frame === undefined) return false
  if (!playing || place.ms === undefined) return frame === place.frame
  return place.frame >= frame && place.ms < ms + lingerMs
}
