import { type RefObject, useEffect } from 'react'
import { useRoom } from '../room.ts'
import { canDrawOn, markSpot } from './drawing.ts'
import { pointAt } from './geometry.ts'

/** A pointer that went further has panned or turned the picture. */
const stillPx = 5

/**
 * While a comment is written, a click on the picture rings that spot. The viewer below keeps dragging, wheel and pinch to
 * itself: only a click that did not move is taken, before it would play or pause.
 */
export function useSpots(layer: RefObject<HTMLElement | null>, ratio: number): void {
  const room = useRoom()
  useEffect(() => {
    if (!canDrawOn(room.file)) return
    let from = { x: 0, y: 0 }
    const down = ({ clientX, clientY }: PointerEvent) => {
      from = { x: clientX, y: clientY }
    }
    const click = (event: MouseEvent) => {
      const { composing, pen } = room.store.get()
      const { clientX, clientY, target } = event
      if (!composing || pen || !(target instanceof Element)) return
      const box = layer.current!.getBoundingClientRect()
      const isOn = clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom
      const stage = layer.current!.closest('section')
      if (!isOn || !stage?.contains(target) || target.closest('button, a, input, [role="slider"]')) return
      if (Math.hypot(clientX - from.x, clientY - from.y) > stillPx) return
      event.preventDefault()
      event.stopPropagation()
      room.pause()
      markSpot(room, pointAt(event, box), ratio)
    }
    document.addEventListener('pointerdown', down, true)
    document.addEventListener('click', click, true)
    return () => {
      document.removeEventListener('pointerdown', down, true)
      document.removeEventListener('click', click, true)
    }
  }, [room, layer, ratio])
}
