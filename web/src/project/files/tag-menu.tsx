import type { File } from '@dailies/sdk'
import { Menu, MenuRadioGroup } from '../../ui/menu.tsx'
import { type Status, StatusBadge, statuses, statusName } from '../../ui/status.tsx'
import { useFileActions } from './file-actions.ts'
import { useFiles } from './files-context.ts'
import styles from './tag-menu.module.css'

export function TagMenu({ file }: { file: File }) {
  const { projectId } = useFiles()
  const { setTag } = useFileActions(projectId)
  const label = `Status of ${file.name}: ${statusName(file.tag)}`
  return (
    <div className={styles.menu}>
      <Menu
        label={label}
        button={
          <button type="button" className={styles.button} aria-label={label}>
            <StatusBadge status={file.tag} />
          </button>
        }
      >
        <MenuRadioGroup
          label="Status"
          value={file.tag}
          options={statuses}
          onChange={(tag) => setTag([file], tag as Status)}
        />
      </Menu>
    </div>
  )
}
