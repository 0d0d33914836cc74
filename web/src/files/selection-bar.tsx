import type { ReactNode } from 'react'
import { useMayDownload } from '../data/permissions.ts'
import { statusOptions } from '../data/statuses.ts'
import { useStore } from '../data/store.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { CloseIcon, TrashIcon } from '../ui/icons.tsx'
import { DownloadIcon, MoveIcon, ReviewIcon, ShareIcon } from '../ui/list-icons.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { showProblem } from '../ui/toasts.tsx'
import { download, useFileActions } from './file-actions.ts'
import { useFiles } from './files-context.ts'
import { asItem, nothingSelected } from './selection.ts'
import styles from './selection-bar.module.css'

const number = new Intl.NumberFormat('en')

/** Actions on all selected files. */
export function SelectionBar({ onSelectAll }: { onSelectAll: () => void }) {
  const { projectId, selection, openDialog, permissions } = useFiles()
  const selected = useStore(selection, ({ files }) => files)
  const progress = useStore(selection, (state) => state.progress)
  const mayDownload = useMayDownload()
  const { setTag } = useFileActions(projectId)
  const files = [...selected.values()]
  const idle = files.length > 0 && progress === null
  const clear = () => selection.set(nothingSelected)
  const downloadFiles = () => {
    const [first, ...others] = files
    if (others.length > 0) openDialog({ kind: 'download-files', files })
    else if (first) void download(first.id).catch(showProblem)
  }
  useShortcuts('Files', [{ keys: 'Escape', label: 'Clear the selection', run: clear }])
  return (
    <section className={styles.bar} aria-label="Selected files">
      <IconButton label="Clear the selection" shortcut="Escape" onClick={clear}>
        <CloseIcon />
      </IconButton>
      <p role="status" className={styles.count}>
        {progress ?? `${number.format(files.length)} selected`}
      </p>
      <Button look="plain" className={styles.all ?? ''} disabled={progress !== null} onClick={onSelectAll}>
        Select all
      </Button>
      <div className={styles.actions}>
        <Menu
          label="Status of the selected files"
          button={
            <Button disabled={!idle} className={styles.action ?? ''}>
              <span className={styles.dot} /> <span className={styles.word}>Status</span>
            </Button>
          }
        >
          {statusOptions.map(([tag, name]) => (
            <MenuItem key={tag} onClick={() => setTag(files, tag)}>
              {name}
            </MenuItem>
          ))}
        </Menu>
        <Action
          icon={<MoveIcon />}
          disabled={!idle}
          onClick={() => openDialog({ kind: 'move-files', files })}
        >
          Move…
        </Action>
        {mayDownload && (
          <Action icon={<DownloadIcon />} disabled={!idle} onClick={downloadFiles}>
            {files.length > 1 ? 'Download…' : 'Download'}
          </Action>
        )}
        {permissions.manage && (
          <Action
            icon={<ShareIcon />}
            disabled={!idle}
            onClick={() => openDialog({ kind: 'share', items: files.map(asItem) })}
          >
            Share…
          </Action>
        )}
        <Action
          icon={<TrashIcon />}
          disabled={!idle}
          onClick={() => openDialog({ kind: 'delete-files', files })}
        >
          Delete…
        </Action>
        <Action
          main
          icon={<ReviewIcon />}
          disabled={!idle}
          onClick={() => openDialog({ kind: 'review', files })}
        >
          Request review…
        </Action>
      </div>
    </section>
  )
}

/** An icon and a label; on a narrow screen only the icon. */
function Action({
  icon,
  main = false,
  disabled,
  onClick,
  children,
}: {
  icon: ReactNode
  main?: boolean
  disabled: boolean
  onClick: () => void
  children: string
}) {
  return (
    <Button
      look={main ? 'main' : 'second'}
      className={styles.action ?? ''}
      title={children}
      {...{ disabled, onClick }}
    >
      {icon} <span className={styles.word}>{children}</span>
    </Button>
  )
}
