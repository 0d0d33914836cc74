// The keys of the room that its parts listen to themselves, for the list of `?`.
import { useShortcuts } from '../ui/shortcuts.ts'

const comments = [
  { keys: 'c', label: 'Write a comment here' },
  { keys: 'd', label: 'Draw on the image' },
  { keys: 'ArrowUp', label: 'Previous comment' },
  { keys: 'ArrowDown', label: 'Next comment' },
  { keys: 'Ctrl+Enter', label: 'Send the comment' },
]

export function useKeyList(): void {
  useShortcuts('Comments', comments)
}
