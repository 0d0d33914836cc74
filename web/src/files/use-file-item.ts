// Behaviour that a card and a row share: selecting, opening, dragging, dropping.
import type { FileListItem } from '@dailies/sdk'
import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { useStore } from '../data/store.ts'
import { startDrag, useDropTarget } from './drop-target.ts'
import { useFiles } from './files-context.ts'
import { select } from './selection.ts'

export function useFileItem(file: FileListItem) {
  const { permissions, selection, shown, replace } = useFiles()
  const selected = useStore(selection, ({ files }) => files.has(file.id))
  const mayRevise = permissions.contribute && file.mode !== 'YOUTUBE' && file.status !== 'UPLOADING'
  const target = useDropTarget({
    onTransfer: mayRevise
      ? (transfer) => transfer.files[0] && replace(transfer.files[0], file.id)
      : undefined,
  })
  const toggle = (through: boolean) => select(selection, file, shown.current.files, through)
  const press = useLongPress(() => {
    if (!permissions.contribute) return false
    if (!selection.get().files.has(file.id)) toggle(false)
    selection.set({ selecting: true })
    return true
  })

  /** With a modifier, or while selecting on touch, a click selects; else the link opens the file. */
  function onClickCapture(event: MouseEvent): void {
    const within = event.target as Element
    // Menus are rendered elsewhere, and controls handle their own clicks.
    if (!event.currentTarget.contains(within) || within.closest('button, input, label')) return
    if (press.wasLong()) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    const toggles = event.ctrlKey || event.metaKey || selection.get().selecting
    if (!permissions.contribute || !(event.shiftKey || toggles)) return
    event.preventDefault()
    event.stopPropagation()
    toggle(event.shiftKey)
  }

  return {
    selected,
    over: target.over,
    toggle,
    handlers: {
      ...target.handlers,
      ...press.handlers,
      onClickCapture,
      draggable: permissions.contribute && !matchMedia('(pointer: coarse)').matches,
      onDragStart: (event: React.DragEvent) =>
        startDrag(event, selection.get().files.has(file.id) ? [...selection.get().files.values()] : [file]),
    },
  }
}

const longMs = 450
const stillPixels = 10

/**
 * Detects a long press. `onLong` returns whether it handled the press: then neither a click nor the browser's menu
 * follows.
 */
function useLongPress(onLong: () => boolean) {
  const state = useRef<{ timer?: ReturnType<typeof setTimeout>; x: number; y: number; long: boolean }>({
    x: 0,
    y: 0,
    long: false,
  })
  const end = () => clearTimeout(state.current.timer)
  return {
    wasLong: () => state.current.long,
    handlers: {
      onPointerDown(event: PointerEvent) {
        end()
        const { clientX: x, clientY: y } = event
        state.current = { x, y, long: false }
        if (event.pointerType !== 'touch' || (event.target as Element).closest('button, input, label')) return
        state.current.timer = setTimeout(() => {
          state.current.long = onLong()
          if (state.current.long) navigator.vibrate?.(10)
        }, longMs)
      },
      onPointerMove(event: PointerEvent) {
        const { x, y } = state.current
        if (Math.hypot(event.clientX - x, event.clientY - y) > stillPixels) end()
      },
      onPointerUp: end,
      onPointerCancel: end,
      onContextMenu: (event: MouseEvent) => state.current.long && event.preventDefault(),
    },
  }
}
