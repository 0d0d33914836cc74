// One pan and zoom for both images, in fractions of their panes, so that both show the same spot.
import { type PointerEvent, useCallback, useRef, useState } from 'react'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { kept, whole, zoomed } from './zoom.ts'

/** Without images, other components of the page use the keys. */
export function useZoom(hasImages: boolean) {
  const [view, setView] = useState(whole)
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  const moved = useRef(false)
  const zoomBy = (factor: number) => setView((now) => zoomed(now, factor))
  const zoomKeys = [
    { keys: '+', label: 'Zoom in', run: () => zoomBy(1.5) },
    { keys: '-', label: 'Zoom out', run: () => zoomBy(1 / 1.5) },
    { keys: '0', label: 'Fit', run: () => setView(whole) },
  ]
  useShortcuts('Compare', hasImages ? zoomKeys : [])

  // React registers passive wheel listeners, which could not prevent the window from zooming.
  const wheel = useCallback((pane: HTMLDivElement) => {
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const at = pointIn(pane, event)
      setView((now) => zoomed(now, Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), at))
    }
    pane.addEventListener('wheel', onWheel, { passive: false })
    return () => pane.removeEventListener('wheel', onWheel)
  }, [])

  function move(event: PointerEvent<HTMLElement>) {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const pane = event.currentTarget
    const { width, height } = pane.getBoundingClientRect()
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y]
    if (Math.hypot(dx, dy) < 2 && !moved.current) return
    moved.current = true
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (!other) {
      setView((now) => kept({ ...now, x: now.x + dx / width, y: now.y + dy / height }))
      return
    }
    const [now, then] = [
      Math.hypot(event.clientX - other.x, event.clientY - other.y),
      Math.hypot(before.x - other.x, before.y - other.y),
    ]
    const middle = { clientX: (event.clientX + other.x) / 2, clientY: (event.clientY + other.y) / 2 }
    setView((view) => zoomed(view, now / Math.max(1, then), pointIn(pane, middle)))
  }

  return {
    view,
    zoomBy,
    fit: () => setView(whole),
    /** Whether the last press was a drag, not a click. */
    dragged: () => moved.current,
    pane: {
      ref: wheel,
      onPointerDown(event: PointerEvent<HTMLElement>) {
        moved.current = false
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
        if (view.scale > 1 || pointers.current.size > 1)
          event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove: move,
      onPointerUp: (event: PointerEvent) => void pointers.current.delete(event.pointerId),
      onPointerCancel: (event: PointerEvent) => void pointers.current.delete(event.pointerId),
      onPointerLeave: (event: PointerEvent) => void pointers.current.delete(event.pointerId),
    },
  }
}

export type Zoom = ReturnType<typeof useZoom>

/** From the middle of the pane, in fractions of its size. */
function pointIn(pane: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }) {
  const { left, top, width, height } = pane.getBoundingClientRect()
  return { x: (clientX - left) / width - 0.5, y: (clientY - top) / height - 0.5 }
}
