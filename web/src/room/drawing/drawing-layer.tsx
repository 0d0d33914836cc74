// The drawings: of the selected comment, of the comments on the visible frame, and the one being drawn. The layer covers
// the image exactly.
import { type PointerEvent, useRef, useState } from 'react'
import { showDone } from '../../ui/toasts.tsx'
import { isSamePlace, type Pen, type Shape, useRoom, useRoomState } from '../room.ts'
import styles from './drawing.module.css'
import { addShape } from './drawing.ts'
import { pointAt, pressedWidth, shapeOf, units } from './geometry.ts'
import { ShapeView } from './shape-view.tsx'
import { Drawing, nothing, useRatio, useShownShapes } from './shown-drawing.tsx'
import type { Point } from './simplify.ts'
import { TextEntry } from './text-entry.tsx'
import { useSpots } from './use-spots.ts'

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
      <Drawing shapes={[...shown, ...draftShapes]} ratio={ratio} />
      {pen && <Sheet key={pen.tool} pen={pen} ratio={ratio} onShape={add} />}
    </div>
  )
}

type SheetProps = { pen: Pen; ratio: number; onShape: (shape: Shape | undefined) => void }

/** Handles mouse, touch and stylus while a person draws. */
function Sheet({ pen, ratio, onShape }: SheetProps) {
  // The handlers read the reference: the pointer can be lifted before React has rendered its last movement.
  const way = useRef<readonly Point[]>([])
  const [shownWay, showWay] = useState<readonly Point[]>([])
  const [textAt, setTextAt] = useState<Point>()
  const pressures = useRef<number[]>([])
  const isStylusNear = useRef(false)

  function setWay(points: readonly Point[]): void {
    way.current = points
    showWay(points)
  }

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
    if (way.current.length === 0 || !event.isPrimary) return
    const box = event.currentTarget.getBoundingClientRect()
    const events = event.nativeEvent.getCoalescedEvents?.() ?? []
    const points = (events.length > 0 ? events : [event]).map((one) => pointAt(one, box))
    if (event.pointerType === 'pen') pressures.current.push(event.pressure)
    setWay([...way.current, ...points])
  }

  function up(): void {
    if (way.current.length === 0) return
    onShape(shapeOf({ ...pen, width: pressedWidth(pen.width, pressures.current) }, way.current, ratio))
    setWay([])
  }

  const begun = shownWay.length > 0 ? shapeOf(pen, shownWay, ratio) : undefined
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
