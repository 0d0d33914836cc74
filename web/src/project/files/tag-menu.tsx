import { Menu as Base } from '@base-ui/react/menu'
import type { File } from '@dailies/sdk'
import { MenuPopup, MenuRadioGroup } from '../../ui/menu.tsx'
import { type Status, StatusBadge, statuses, statusName } from '../../ui/status.tsx'
import { useFileActions } from './file-actions.ts'
import { useFiles } from './files-context.ts'
import styles from './tag-menu.module.css'

export function TagMenu({ file }: { file: File }) {
  const { projectId } = useFiles()
  const { setTag } = useFileActions(projectId)
  return (
    <Base.Root>
      <Base.Trigger className={styles.trigger} aria-label={`Status of ${file.name}: ${statusName(file.tag)}`}>
        <StatusBadge status={file.tag} />
      </Base.Trigger>
      <MenuPopup>
        <MenuRadioGroup
          label="Status"
          value={file.tag}
          options={statuses}
          onChange={(tag) => setTag([file], tag as Status)}
        />
      </MenuPopup>
    </Base.Root>
  )
}
