import { useShortcuts } from '../../app/shortcuts.ts'
import { useStore } from '../../app/store.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { statuses } from '../../ui/status.tsx'
import { useFileActions } from './file-actions.ts'
import { nothingSelected, useFiles } from './files-context.ts'
import styles from './selection-bar.module.css'

/** What can be done to all that is selected at once. */
export function SelectionBar() {
  const { selection } = useFiles()
  const some = useStore(selection, ({ files }) => files.size > 0)
  return some ? <Bar /> : null
}

function Bar() {
  const { projectId, selection, ask } = useFiles()
  const selected = useStore(selection, ({ files }) => files)
  const { setTag } = useFileActions(projectId)
  const files = [...selected.values()]
  const clear = () => selection.set(nothingSelected)
  useShortcuts('Files', [{ keys: 'Escape', label: 'Select nothing', run: clear }])
  return (
    <section className={styles.bar} aria-label="Selected files">
      <p role="status" className={styles.count}>
        {files.length} selected
      </p>
      <Button small onClick={() => ask({ kind: 'move-files', files })}>
        Move…
      </Button>
      <Menu label="Status of what is selected" button={<Button small>Status</Button>}>
        {statuses.map(([tag, name]) => (
          <MenuItem
            key={tag}
            onClick={() => {
              setTag(files, tag)
              clear()
            }}
          >
            {name}
          </MenuItem>
        ))}
      </Menu>
      <Button small look="danger" onClick={() => ask({ kind: 'delete-files', files })}>
        Delete…
      </Button>
      <IconButton small label="Select nothing" shortcut="Escape" onClick={clear}>
        <CloseIcon />
      </IconButton>
    </section>
  )
}
