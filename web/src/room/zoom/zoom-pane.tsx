// A pane in which an image is panned and zoomed: by wheel, pinch, drag and keys. Two panes can share one view.
import {
  type PointerEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { type Store, useStore } from '../../data/store.ts'
import { IconButton } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { FitIcon, MinusIcon } from '../player/icons.tsx'
import { useWheel, useZoomKeys } from './use-zoom-keys.ts'
import {
  boxOf,
  fitted,
  type Point,
  pan,
  pixelRatio,
  type Size,
  snapped,
  type View,
  type ZoomControls,
  type ZoomedImage,
  zoomAt,
  zoomFor,
} from './zoom.ts'
import styles from './zoom-pane.module.css'

export type ZoomPaneProps = {
  view: Store<View>
  /** A video fills the pane, plays at a click, and keeps ← and → for its frames. */
  image: ZoomedImage
  /** Whether a person is drawing: then touch and mouse draw. */
  isDrawing: () => boolean
  controls?: Ref<ZoomControls>
  /** At the end of the toolbar. */
  tools?: ReactNode
  /** Over the image, and not moved with it. */
  over?: ReactNode
  children: ReactNode | ((scale: number) => ReactNode)
}

/** A pointer that moved less than this, in CSS pixels, has clicked. */
const stillPx = 4

export function ZoomPane({ view: store, image, isDrawing, controls, tools, over, children }: ZoomPaneProps) {
  const view = useStore(store, (state) => state)
  const [pane, setPane] = useState<Size | null>(null)
  const element = useRef<HTMLDivElement>(null)
  const pointers = useRef(new Map<number, Point>())
  const hasMoved = useRef(false)
  const isVideo = image.fills === true

  const measure = useCallback((node: HTMLDivElement | null) => {
    element.current = node
    if (!node) return
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect
      // A hidden pane keeps its image: a video would lose its place.
      if (width > 0 && height > 0) setPane({ width, height })
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
  const actual = useCallback(
    (pixels = 1) => {
      if (pane) zoomBy(zoomFor(pixels / pixelRatio(), image, pane) / store.get().zoom)
    },
    [store, image, pane, zoomBy],
  )
  const panBy = useCallback(
    (x: number, y: number) => pane && store.set(pan(store.get(), { x, y }, image, pane)),
    [store, image, pane],
  )
  useImperativeHandle(controls, () => ({ zoomBy, fit, actual, panBy }), [zoomBy, fit, actual, panBy])
  useWheel(element, zoomBy)
  useZoomKeys({ zoomBy, fit, actual, panBy, isVideo })

  function pointOf({ clientX, clientY }: PointerEvent): Point {
    const { left, top } = element.current!.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }

  function onMove(event: PointerEvent) {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = pointOf(event)
    if (!hasMoved.current) {
      if (Math.hypot(now.x - before.x, now.y - before.y) < stillPx) return
      hasMoved.current = true
      event.currentTarget.setPointerCapture(event.pointerId)
    }
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, now)
    if (other) {
      const spread = (point: Point) => Math.hypot(point.x - other.x, point.y - other.y) || 1
      zoomBy(spread(now) / spread(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })
      panBy((now.x - before.x) / 2, (now.y - before.y) / 2)
    } else panBy(now.x - before.x, now.y - before.y)
  }

  function onDown(event: PointerEvent) {
    if (pointers.current.size === 0) hasMoved.current = false
    if (event.button !== 0 || isDrawing() || (event.target as Element).closest('button, video[controls]'))
      return
    pointers.current.set(event.pointerId, pointOf(event))
  }
  const onUp = (event: PointerEvent) => void pointers.current.delete(event.pointerId)

  const box = pane && snapped(boxOf(view, image, pane))
  const scale = box ? box.width / image.width : 0
  const isFitted = view.zoom === fitted.zoom
  return (
    <div className={styles.frame}>
      <div
        ref={measure}
        className={styles.pane}
        data-pane
        data-video={isVideo || undefined}
        data-zoomed={view.zoom > fitted.zoom || undefined}
        // Pixels that are larger than those of the screen have edges.
        data-pixels={scale * pixelRatio() >= 2 || undefined}
        onPointerDown={onDown}
        onPointerMove={onMove}
        onPointerUp={onUp}
        onPointerCancel={onUp}
        onClickCapture={(event) => {
          // A drag ends with a click, which would play or pause. A click by a key has no count.
          if (hasMoved.current && event.detail > 0) event.stopPropagation()
          hasMoved.current = false
        }}
      >
        {box && (
          <div className={styles.image} style={box}>
            {typeof children === 'function' ? children(scale) : children}
          </div>
        )}
      </div>
      {over}
      {(!isVideo || !isFitted) && (
        <ZoomToolbar {...{ scale, zoomBy, fit, actual, panBy, tools }} isFloating={isVideo} />
      )}
    </div>
  )
}

type ToolbarProps = ZoomControls & { scale: number; tools: ReactNode; isFloating: boolean }

/** With the focus in it, the arrow keys move the image. */
function ZoomToolbar({ scale, zoomBy, fit, actual, panBy, tools, isFloating }: ToolbarProps) {
  function onKeyDown(event: ReactKeyboardEvent) {
    const by = steps[event.key]
    if (!by || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    panBy(...by)
  }
  return (
    <div
      className={styles.toolbar}
      data-bar="float"
      data-floating={isFloating || undefined}
      role="toolbar"
      aria-label="Zoom"
      onKeyDown={onKeyDown}
    >
      <IconButton label="Zoom out" shortcut="-" onClick={() => zoomBy(0.8)}>
        <MinusIcon />
      </IconButton>
      <button type="button" className={styles.scale} title="Actual size (1)" onClick={() => actual()}>
        {Math.round(scale * pixelRatio() * 100)} %
      </button>
      <IconButton label="Zoom in" shortcut="+" onClick={() => zoomBy(1.25)}>
        <PlusIcon />
      </IconButton>
      <IconButton label="Fit" shortcut="0" onClick={fit}>
        <FitIcon />
      </IconButton>
      {tools}
    </div>
  )
}

const steps: Record<string, [number, number]> = {
  ArrowLeft: [60, 0],
  ArrowRight: [-60, 0],
  ArrowUp: [0, 60],
  ArrowDown: [0, -60],
}
