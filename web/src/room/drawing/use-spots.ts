import { type RefObject, useEffect } from 'react'
import { useParticipant } from '../../data/participant.ts'
import { hasSelection, useRoom, useRoomState } from '../room.ts'
import { canDrawOn, markSpot } from './drawing.ts'
import { pointAt } from './geometry.ts'

/** A pointer that moved further has panned or rotated the image. */
const stillPx = 5

/**
 * While a comment is written, a click on the image marks that spot with a ring; a double click starts a comment there.
 * The viewer below still handles dragging, wheel and pinch: only a click that did not move is handled here, before it
 * would play or pause.
 */
export function useSpots(layer: RefObject<HTMLElement | null>, ratio: number): void {
  const room = useRoom()
  const { comment } = useParticipant()
  const canDraw = useRoomState(({ file }) => canDrawOn(file))
  useEffect(() => {
    if (!comment || !canDraw) return
    let from = { x: 0, y: 0 }
    const down = ({ clientX, clientY }: PointerEvent) => {
      from = { x: clientX, y: clientY }
    }
    const boxAt = ({ clientX, clientY, target }: MouseEvent): DOMRect | undefined => {
      if (room.store.get().pen || !(target instanceof Element)) return undefined
      const box = layer.current!.getBoundingClientRect()
      const isOn = clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom
      const stage = layer.current!.closest('section')
      if (!isOn || !stage?.contains(target) || target.closest('button, a, input, [role="slider"]'))
        return undefined
      return Math.hypot(clientX - from.x, clientY - from.y) > stillPx ? undefined : box
    }
    const mark = (event: MouseEvent, box: DOMRect) => {
      event.preventDefault()
      event.stopPropagation()
      room.pause()
      markSpot(room, pointAt(event, box), ratio)
    }
    const click = (event: MouseEvent) => {
      const box = room.store.get().composing ? boxAt(event) : undefined
      if (box) mark(event, box)
    }
    const twice = (event: MouseEvent) => {
      const box = room.store.get().composing ? undefined : boxAt(event)
      // On text, a double click selects a word.
      if (!box || getSelection()?.toString().trim() !== '') return
      if (hasSelection(room)) void room.select(null)
      mark(event, box)
      room.store.set({ composing: true })
    }
    document.addEventListener('pointerdown', down, true)
    document.addEventListener('click', click, true)
    document.addEventListener('dblclick', twice, true)
    return () => {
      document.removeEventListener('pointerdown', down, true)
      document.removeEventListener('click', click, true)
      document.removeEventListener('dblclick', twice, true)
    }
  }, [room, layer, ratio, comment, canDraw])
}
