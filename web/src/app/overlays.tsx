import { lazy, Suspense } from 'react'
import { createStore, useStore } from '../data/store.ts'
import { useShortcuts } from '../ui/shortcuts.ts'

const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then(({ ShortcutsDialog }) => ({ default: ShortcutsDialog })),
)
const CommandMenu = lazy(() =>
  import('./command-menu.tsx').then(({ CommandMenu }) => ({ default: CommandMenu })),
)

type Overlay = 'commands' | 'shortcuts'

const overlays = createStore<{ open: Overlay | undefined }>({ open: undefined })

export function openOverlay(open: Overlay): void {
  overlays.set({ open })
}

/** On every page: the command menu and the list of keyboard shortcuts. */
export function Overlays() {
  const open = useStore(overlays, (state) => state.open)
  const close = () => overlays.set({ open: undefined })
  useShortcuts('Everywhere', [
    { keys: 'Mod+k', label: 'Search and commands', run: () => openOverlay('commands'), hidden: true },
    { keys: '?', label: 'Keyboard shortcuts', run: () => openOverlay('shortcuts') },
  ])
  return (
    <Suspense>
      {open === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {open === 'commands' && <CommandMenu onClose={close} />}
    </Suspense>
  )
}
