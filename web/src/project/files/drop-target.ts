// Where something can be dropped: files of the computer, or files of the project that are dragged on the page.
import type { File } from '@dailies/sdk'
import { type DragEvent, useState } from 'react'

const draggedType = 'application/x-dailies-files'
/** What is dragged cannot be read before it is dropped, and never leaves the page. */
let dragged: readonly File[] = []

export function startDrag(event: DragEvent, files: readonly File[]): void {
  dragged = files
  event.dataTransfer.setData(draggedType, '')
  event.dataTransfer.effectAllowed = 'move'
}

export function fromComputer(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false
}

function fromPage(transfer: DataTransfer): boolean {
  return transfer.types.includes(draggedType)
}

/** `onFiles`: of this project; `onTransfer`: of the computer. What is not given is not taken. */
export function useDropTarget({
  onFiles,
  onTransfer,
}: {
  onFiles?: ((files: readonly File[]) => void) | undefined
  onTransfer?: ((transfer: DataTransfer) => void) | undefined
}) {
  const [over, setOver] = useState(false)
  const takes = ({ dataTransfer }: DragEvent) =>
    (onFiles && fromPage(dataTransfer)) || (onTransfer && fromComputer(dataTransfer))
  return {
    over,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!takes(event)) return
        event.preventDefault()
        event.stopPropagation()
        setOver(true)
      },
      onDragLeave(event: DragEvent) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      },
      onDrop(event: DragEvent) {
        if (!takes(event)) return
        event.preventDefault()
        event.stopPropagation()
        setOver(false)
        if (fromPage(event.dataTransfer)) onFiles?.(dragged)
        else onTransfer?.(event.dataTransfer)
      },
    },
  }
}
