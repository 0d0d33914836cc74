// The keyboard in the list of files: one file has the focus, arrows move it, and only its controls are tab stops.
import type { FileListItem } from '@dailies/sdk'
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { useShortcuts } from '../ui/shortcuts.ts'
import { placeAfter, type Row, rowOf } from './file-layout.ts'
import { useFiles } from './files-context.ts'
import { select } from './selection.ts'

type ListKeys = {
  files: readonly FileListItem[]
  rows: readonly Row[]
  element: RefObject<HTMLElement | null>
  /** Gives a file the tab stops of the list. */
  activate: (id: string | undefined) => void
  scrollToRow: (row: number) => void
}

export function useListKeys({ files, rows, element, activate, scrollToRow }: ListKeys) {
  const { selection, permissions } = useFiles()
  /** The file to focus as soon as it is rendered. */
  const wanted = useRef<number>(undefined)
  const focusWanted = () => {
    const link = element.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] a`)
    if (!link) return
    wanted.current = undefined
    link.focus({ preventScroll: true })
  }
  useLayoutEffect(focusWanted)

  function go(index: number): void {
    wanted.current = index
    activate(files[index]?.id)
    scrollToRow(rowOf(rows, index))
    focusWanted()
  }

  function onKeyDown(event: KeyboardEvent): void {
    const index = indexOf(event.target)
    if (index === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const next = placeAfter(rows, index, event.key)
    if (next !== undefined) {
      event.preventDefault()
      if (event.shiftKey && permissions.contribute && files[index] && files[next]) {
        if (!selection.get().files.has(files[index].id)) select(selection, files[index], files, false)
        select(selection, files[next], files, true)
      }
      go(next)
    } else if ((event.key === 'x' || event.key === ' ') && permissions.contribute && files[index]) {
      event.preventDefault()
      event.stopPropagation()
      select(selection, files[index], files, false)
    }
  }

  useShortcuts('Files', [
    { keys: '← ↑ → ↓', label: 'Move between files' },
    { keys: 'Enter', label: 'Open the focused file' },
    ...(permissions.contribute
      ? [
          { keys: 'x', label: 'Select the focused file' },
          { keys: 'Shift+click', label: 'Select all files in between' },
        ]
      : []),
  ])
  const onFocus = ({ target }: FocusEvent) => {
    const index = target.closest<HTMLElement>('[data-index]')?.dataset.index
    if (index !== undefined) activate(files[Number(index)]?.id)
  }
  return { onKeyDown, onFocus }
}

/** The file whose link has the focus; its checkbox, menu and status have keys of their own. */
function indexOf(target: EventTarget): number | undefined {
  if (!(target instanceof HTMLAnchorElement)) return undefined
  const index = target.closest<HTMLElement>('[data-index]')?.dataset.index
  return index === undefined ? undefined : Number(index)
}
