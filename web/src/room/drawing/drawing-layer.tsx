// The drawings: of the selected comment, of the comments on the visible frame, and the one being drawn. The layer covers
// the image exactly.
import { type PointerEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { showDone } from '../../ui/toasts.tsx'
import {
  isSamePlace,
  type Marker,
  type Pen,
  type RoomState,
  type Shape,
  useRoom,
  useRoomState,
} from '../room.ts'
import styles from './drawing.module.css'
import { addShape } from './drawing.ts'
import { pointAt, pressedWidth, shapeOf, units } from './geometry.ts'
import { ShapeView } from './shape-view.tsx'
import type { Point } from './simplify.ts'
import { TextEntry } from './text-entry.tsx'
import { useSpots } from './use-spots.ts'

const nothing: readonly Shape[] = []

export function DrawingLayer() {
  const room = useRoom()
  const layer = useRef<HTMLDivElement>(null)
  const ratio = useRatio(layer)
  const pen = useRoomState((state) => state.pen)
  const shown = useShownShapes()
  const draftShapes = useRoomState(({ draftShapes, draftPlace, place }) =>
    draftPlace === null || isSamePlace(place, draftPlace) ? draftShapes : nothing,
  )
  useSpots(layer, ratio)
  const add = (shape: Shape | undefined) => {
    if (shape && addShape(room, shape, ratio) === 'full')
      showDone('The drawing is full. Send it, and draw more in another comment.')
  }
  return (
    <div ref={layer} className={styles.layer} data-drawing={pen ? pen.tool : undefined}>
      <svg
        className={styles.image}
        viewBox={`0 0 ${units * ratio} ${units}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={shown.length + draftShapes.length > 0 ? 'Drawing on the image' : undefined}
        aria-hidden={shown.length + draftShapes.length === 0}
      >
        {[...shown, ...draftShapes].map((shape, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a shape is identified by its index in the drawing.
          <ShapeView key={index} shape={shape} ratio={ratio} />
        ))}
      </svg>
      {pen && <Sheet key={pen.tool} pen={pen} ratio={ratio} onShape={add} />}
    </div>
  )
}

/** The aspect ratio of the displayed image. */
function useRatio(element: RefObject<HTMLElement | null>): number {
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

/** The drawing of the selected comment; otherwise those whose frame is visible or has just passed. */
function useShownShapes(): readonly Shape[] {
  const selected = useRoomState((state) => state.selected)
  const shown = useRoomState((state) => state.shown)
  const markers = useRoomState((state) => state.markers)
  // A string, so that frames without a drawing render nothing.
  const passing = useRoomState((state) => {
    if (state.selected !== null || state.pen || state.draftShapes.length > 0) return ''
    return state.markers.flatMap((marker, at) => (isPassing(marker, state) ? [at] : [])).join()
  })
  return useMemo(() => {
    if (selected !== null) return shown ?? nothing
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

type SheetProps = { pen: Pen; ratio: number; onShape: (shape: Shape | undefined) => void }

/** Handles mouse, touch and stylus while a person draws. */
function Sheet({ pen, ratio, onShape }: SheetProps) {
  const [way, setWay] = useState<readonly Point[]>([])
  const [textAt, setTextAt] = useState<Point>()
  const pressures = useRef<number[]>([])
  const isStylusNear = useRef(false)

  function down(event: PointerEvent<HTMLDivElement>): void {
    // A palm that rests on the screen is not drawing.
    if (!event.isPrimary || event.button !== 0) return
    if (event.pointerType === 'pen') isStylusNear.current = true
    else if (event.pointerType === 'touch' && isStylusNear.current) return
    const at = pointAt(event, event.currentTarget.getBoundingClientRect())
    if (pen.tool === 'text') {
      event.preventDefault()
      setTextAt(at)
      return
    }
    event.currentTarget.setPointerCapture(event.pointerId)
    pressures.current = []
    setWay([at])
  }

  function move(event: PointerEvent<HTMLDivElement>): void {
    if (way.length === 0 || !event.isPrimary) return
    const box = event.currentTarget.getBoundingClientRect()
    const events = event.nativeEvent.getCoalescedEvents?.() ?? []
    const points = (events.length > 0 ? events : [event]).map((one) => pointAt(one, box))
    if (event.pointerType === 'pen') pressures.current.push(event.pressure)
    setWay((before) => [...before, ...points])
  }

  function up(): void {
    if (way.length === 0) return
    onShape(shapeOf({ ...pen, width: pressedWidth(pen.width, pressures.current) }, way, ratio))
    setWay([])
  }

  const begun = way.length > 0 ? shapeOf(pen, way, ratio) : undefined
  return (
    <>
      <div
        className={styles.sheet}
        data-testid="sheet"
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={() => setWay([])}
      />
      {begun && (
        <svg
          className={styles.image}
          viewBox={`0 0 ${units * ratio} ${units}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <ShapeView shape={begun} ratio={ratio} />
        </svg>
      )}
      {textAt && (
        <TextEntry
          pen={pen}
          at={textAt}
          onDone={(shape) => {
            setTextAt(undefined)
            onShape(shape)
          }}
        />
      )}
    </>
  )
}
