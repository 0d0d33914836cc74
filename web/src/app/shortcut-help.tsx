import { lazy, Suspense, useState } from 'react'
import { useShortcuts } from './shortcuts.ts'

const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then(({ ShortcutsDialog }) => ({ default: ShortcutsDialog })),
)

/** `?` on any page. */
export function ShortcutHelp() {
  const [open, setOpen] = useState(false)
  useShortcuts('Everywhere', [{ keys: '?', label: 'Show these shortcuts', run: () => setOpen(true) }])
  return <Suspense>{open && <ShortcutsDialog onClose={() => setOpen(false)} />}</Suspense>
}
