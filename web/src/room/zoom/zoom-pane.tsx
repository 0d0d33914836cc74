// A pane in which an image is panned and zoomed: by wheel, pinch, drag and keys. Two panes can share one view.
import { type PointerEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { type Store, useStore } from '../../data/store.ts'
import { IconButton } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { FitIcon, MinusIcon } from '../player/icons.tsx'
import { isTyping } from '../player/keys.ts'
import { boxOf, fitted, pan, type Size, type View, zoomAt, zoomFor } from './zoom.ts'
import styles from './zoom-pane.module.css'

type Point = { x: number; y: number }

export type ZoomPaneProps = {
  view: Store<View>
  image: Size
  /** Whether a person is drawing: then touch and mouse draw. */
  isDrawing: () => boolean
  children: (scale: number) => ReactNode
}

export function ZoomPane({ view: store, image, isDrawing, children }: ZoomPaneProps) {
  const view = useStore(store, (state) => state)
  const [pane, setPane] = useState<Size | null>(null)
  const element = useRef<HTMLDivElement>(null)
  const pointers = useRef(new Map<number, Point>())

  const measure = useCallback((node: HTMLDivElement | null) => {
    element.current = node
    if (!node) return
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect
      setPane(width > 0 && height > 0 ? { width, height } : null)
    })
    observer.observe(node)
    return () => observer.disconnect()
  }, [])

  const zoomBy = useCallback(
    (by: number, at?: Point) => {
      if (!pane) return
      store.set(zoomAt(store.get(), by, at ?? { x: pane.width / 2, y: pane.height / 2 }, image, pane))
    },
    [store, image, pane],
  )
  const fit = useCallback(() => store.set(fitted), [store])
  const actual = useCallback(() => {
    if (pane) zoomBy(zoomFor(1 / devicePixelRatio, image, pane) / store.get().zoom)
  }, [store, image, pane, zoomBy])
  const panBy = useCallback(
    (x: number, y: number) => pane && store.set(pan(store.get(), { x, y }, image, pane)),
    [store, image, pane],
  )
  useWheel(element, zoomBy)
  useZoomKeys({ zoomBy, fit, actual, panBy })

  function pointOf({ clientX, clientY }: PointerEvent): Point {
    const { left, top } = element.current!.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }

  function onMove(event: PointerEvent) {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = pointOf(event)
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, now)
    if (other) {
      const spread = (point: Point) => Math.hypot(point.x - other.x, point.y - other.y) || 1
      zoomBy(spread(now) / spread(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })
      panBy((now.x - before.x) / 2, (now.y - before.y) / 2)
    } else panBy(now.x - before.x, now.y - before.y)
  }

  function onDown(event: PointerEvent) {
    if (event.button !== 0 || isDrawing() || (event.target as Element).closest('button')) return
    pointers.current.set(event.pointerId, pointOf(event))
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onUp = (event: PointerEvent) => void pointers.current.delete(event.pointerId)

  const box = pane && boxOf(view, image, pane)
  const scale = box ? box.width / image.width : 0
  return (
    <div className={styles.frame}>
      <div
        ref={measure}
        className={styles.pane}
        data-zoomed={view.zoom > fitted.zoom || undefined}
        onPointerDown={onDown}
        onPointerMove={onMove}
        onPointerUp={onUp}
        onPointerCancel={onUp}
      >
        {box && (
          <div className={styles.image} style={box}>
            {children(scale)}
          </div>
        )}
      </div>
      <ZoomToolbar {...{ scale, zoomBy, fit, actual }} />
    </div>
  )
}

export type ToolbarProps = {
  scale: number
  zoomBy: (by: number) => void
  fit: () => void
  actual: () => void
}

function ZoomToolbar({ scale, zoomBy, fit, actual }: ToolbarProps) {
  return (
    <div className={styles.toolbar} data-bar="float" role="toolbar" aria-label="Zoom">
      <IconButton label="Zoom out" shortcut="-" onClick={() => zoomBy(0.8)}>
        <MinusIcon />
      </IconButton>
      <button type="button" className={styles.scale} title="Actual size (1)" onClick={actual}>
        {Math.round(scale * devicePixelRatio * 100)} %
      </button>
      <IconButton label="Zoom in" shortcut="+" onClick={() => zoomBy(1.25)}>
        <PlusIcon />
      </IconButton>
      <IconButton label="Fit" shortcut="0" onClick={fit}>
        <FitIcon />
      </IconButton>
    </div>
  )
}

/** React registers passive wheel listeners; the page must not scroll or zoom as well. */
function useWheel(
  element: React.RefObject<HTMLDivElement | null>,
  zoomBy: (by: number, at: Point) => void,
): void {
  useEffect(() => {
    const node = element.current
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const { left, top } = node!.getBoundingClientRect()
      // A touchpad reports a pinch as small wheel steps with Ctrl.
      const speed = event.ctrlKey ? 0.01 : event.deltaMode === 0 ? 0.002 : 0.05
      zoomBy(Math.exp(-event.deltaY * speed), { x: event.clientX - left, y: event.clientY - top })
    }
    node?.addEventListener('wheel', onWheel, { passive: false })
    return () => node?.removeEventListener('wheel', onWheel)
  }, [element, zoomBy])
}

/** For the list of shortcuts. */
const zoomKeys = [
  { keys: '+  −', label: 'Zoom in or out' },
  { keys: '0', label: 'Fit' },
  { keys: '1', label: 'Actual size' },
  { keys: '←  →', label: 'Move the zoomed image' },
]

type Keys = {
  zoomBy: (by: number) => void
  fit: () => void
  actual: () => void
  panBy: (x: number, y: number) => void
}

function useZoomKeys({ zoomBy, fit, actual, panBy }: Keys): void {
  useShortcuts('Image', zoomKeys)
  useEffect(() => {
    const actions: Record<string, () => void> = {
      '+': () => zoomBy(1.25),
      '=': () => zoomBy(1.25),
      '-': () => zoomBy(0.8),
      '0': fit,
      '1': actual,
      ArrowLeft: () => panBy(60, 0),
      ArrowRight: () => panBy(-60, 0),
    }
    const onKey = (event: KeyboardEvent) => {
      const action = actions[event.key]
      if (!action || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [zoomBy, fit, actual, panBy])
}
