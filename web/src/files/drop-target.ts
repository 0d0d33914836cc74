// Drop targets: for files from the computer, or files of the project that are dragged on the page.
import type { FileListItem } from '@dailies/sdk'
import { type DragEvent, useState } from 'react'

const draggedType = 'application/x-dailies-files'
/**
 * The data of a drag cannot be read before the drop, so the ids of dragged files are stored here; they never leave the
 * page.
 */
let dragged: readonly FileListItem[] = []

export function startDrag(event: DragEvent, files: readonly FileListItem[]): void {
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

/**
 * `onFiles` gets files of this project, `onTransfer` files from the computer. Without a handler they are not accepted.
 */
export function useDropTarget({
  onFiles,
  onTransfer,
}: {
  onFiles?: ((files: readonly FileListItem[]) => void) | undefined
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
