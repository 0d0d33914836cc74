import { type RefObject, useEffect } from 'react'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { isTyping } from '../player/keys.ts'
import type { Point, ZoomControls } from './zoom.ts'

/** React registers passive wheel listeners; the page must not scroll or zoom as well. */
export function useWheel(
  element: RefObject<HTMLDivElement | null>,
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
]
const imageKeys = [...zoomKeys, { keys: '←  →', label: 'Move the zoomed image' }]

/** On a video, ← and → step through its frames. */
export function useZoomKeys({
  zoomBy,
  fit,
  actual,
  panBy,
  isVideo,
}: ZoomControls & { isVideo: boolean }): void {
  useShortcuts(isVideo ? 'View' : 'Image', isVideo ? zoomKeys : imageKeys)
  useEffect(() => {
    const actions: Record<string, () => void> = {
      '+': () => zoomBy(1.25),
      '=': () => zoomBy(1.25),
      '-': () => zoomBy(0.8),
      '0': fit,
      '1': () => actual(),
      ...(!isVideo && { ArrowLeft: () => panBy(60, 0), ArrowRight: () => panBy(-60, 0) }),
    }
    const onKey = (event: KeyboardEvent) => {
      // On some layouts a digit takes ⇧, and its key alone types another character.
      const digit = event.shiftKey ? undefined : /^Digit(\d)$/.exec(event.code)?.[1]
      const action = actions[digit ?? event.key]
      if (!action || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event)) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [zoomBy, fit, actual, panBy, isVideo])
}
