import type { FileListItem } from '@dailies/sdk'
import { defaultStatus, statusOptions } from '../data/statuses.ts'
import { Menu, MenuRadioGroup } from '../ui/menu.tsx'
import { type Status, statusName } from '../ui/status.tsx'
import { useFileActions } from './file-actions.ts'
import { useFiles } from './files-context.ts'
import styles from './tag-menu.module.css'

/** A coloured dot and a label. The default status shows nothing, or an empty ring for people who may change it. */
export function TagMenu({ file, tabIndex }: { file: FileListItem; tabIndex: number }) {
  const { permissions } = useFiles()
  const silent = file.tag === defaultStatus
  const label = `Status of ${file.name}: ${statusName(file.tag)}`
  const shown = (
    <>
      <span className={styles.dot} data-status={file.tag} />
      {!silent && <span className={styles.word}>{statusName(file.tag)}</span>}
    </>
  )
  if (!permissions.contribute) return silent ? null : <span className={styles.status}>{shown}</span>
  return (
    <Menu
      label={label}
      button={
        <button
          type="button"
          className={`${styles.status} ${styles.button}`}
          aria-label={label}
          title={statusName(file.tag)}
          tabIndex={tabIndex}
          data-silent={silent || undefined}
        >
          {shown}
        </button>
      }
    >
      <StatusOptions file={file} />
    </Menu>
  )
}

/** Created when the menu opens: a list renders hundreds of these buttons, and few are pressed. */
function StatusOptions({ file }: { file: FileListItem }) {
  const { projectId } = useFiles()
  const { setTag } = useFileActions(projectId)
  return (
    <MenuRadioGroup
      label="Status"
      value={file.tag}
      options={statusOptions}
      onChange={(tag) => setTag([file], tag as Status)}
    />
  )
}
