import { useEffect } from 'react'
import { isTyping, useShortcuts } from '../ui/shortcuts.ts'
import { useFiles } from './files-context.ts'
import { selectOnly } from './selection.ts'

const number = new Intl.NumberFormat('en')

/** Selects every file of the list; files that are not loaded yet are loaded first. */
export function useSelectAll(): () => void {
  const { selection, shown } = useFiles()
  const selectAll = async () => {
    if (selection.get().progress !== null) return
    selection.set({ progress: 'Selecting…' })
    try {
      const report = (read: number) => selection.set({ progress: `Selecting… ${number.format(read)}` })
      selectOnly(selection, await shown.current.readAll(report))
    } finally {
      selection.set({ progress: null })
    }
  }
  return () => void selectAll()
}

/** ⌘A or Ctrl+A, where it does not select text. */
export function useSelectAllKey(selectAll: () => void): void {
  // Not a registered shortcut: that would prevent the key from selecting text in a field.
  useShortcuts('Files', [{ keys: 'Mod+a', label: 'Select all files' }])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.key.toLowerCase() !== 'a' || event.shiftKey || event.altKey) return
      if (!(event.ctrlKey || event.metaKey) || isTyping(event.target)) return
      const over = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'
      if (event.target instanceof Element && event.target.closest(over)) return
      event.preventDefault()
      selectAll()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [selectAll])
}
