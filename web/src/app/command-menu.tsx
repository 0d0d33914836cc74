// The command menu (⌘K or Ctrl+K): opens any page and runs any command that has a shortcut.
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { accountQuery } from '../data/queries.ts'
import { useDebounced } from '../ui/debounced.ts'
import { SearchIcon } from '../ui/icons.tsx'
import styles from './command-menu.module.css'
import {
  type Command,
  type CommandGroup,
  foundCommands,
  matching,
  pageCommands,
  projectOf,
} from './commands.ts'

export function CommandMenu({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const groups = useCommands(typed)
  const input = useRef<HTMLInputElement>(null)
  const picked = useRef<() => void>(undefined)
  // The command runs after the menu has closed, so that the page has the focus.
  useEffect(() => () => void setTimeout(() => picked.current?.()), [])
  const pick = ({ href, run }: Command) => {
    picked.current = () => (href === undefined ? run?.() : void router.navigate({ href }))
    onClose()
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup
          className={styles.popup}
          aria-label="Search and commands"
          initialFocus={input}
          finalFocus={() => picked.current === undefined}
        >
          <Autocomplete.Root
            inline
            open
            items={groups}
            mode="none"
            value={typed}
            onValueChange={(next, { reason }) => reason === 'input-change' && setTyped(next)}
            itemToStringValue={(command: Command) => command.label}
            autoHighlight="always"
            keepHighlight
          >
            <div className={styles.search}>
              <SearchIcon />
              <Autocomplete.Input
                ref={input}
                className={styles.input}
                aria-label="Search and commands"
                placeholder="Search or run a command"
              />
            </div>
            <Autocomplete.Empty className={styles.empty}>No results. Try another word.</Autocomplete.Empty>
            <Autocomplete.List className={styles.list}>
              {(group: CommandGroup) => (
                <Autocomplete.Group key={group.value} items={group.items}>
                  <Autocomplete.GroupLabel className={styles.group}>{group.value}</Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(command: Command) => <Row key={command.id} command={command} onPick={pick} />}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Row({ command, onPick }: { command: Command; onPick: (command: Command) => void }) {
  return (
    <Autocomplete.Item value={command} className={styles.item} onClick={() => onPick(command)}>
      <span className={styles.label}>{command.label}</span>
      {command.note && <span className={styles.note}>{command.note}</span>}
      {command.keys && <kbd className={styles.key}>{command.keys}</kbd>}
    </Autocomplete.Item>
  )
}

function useCommands(typed: string): CommandGroup[] {
  const { data: me } = useSuspenseQuery(accountQuery)
  const params = useParams({ strict: false }) as { projectId?: string; fileId?: string }
  const [own] = useState(() => pageCommands(me, params))
  const text = useDebounced(typed.trim(), 200)
  const projectId = projectOf(params)
  const found = useQuery({
    queryKey: ['commands', projectId, text],
    queryFn: ({ signal }) => foundCommands(text, projectId, signal),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
  const ofServer = typed.trim() === '' ? [] : (found.data ?? []).filter(({ items }) => items.length > 0)
  return [...matching(own, typed), ...ofServer]
}
