import { Menu as Base } from '@base-ui/react/menu'
import type { FileDetails } from '@dailies/sdk'
import { DownIcon } from '../../ui/icons.tsx'
import { MenuPopup, MenuRadioGroup } from '../../ui/menu.tsx'
import { type Status, StatusBadge, statuses, statusName } from '../../ui/status.tsx'
import styles from './header.module.css'
import { useUpdateFile } from './use-update-file.ts'

/** Where the file stands; contributors move it. */
export function TagMenu({ file, editable }: { file: FileDetails; editable: boolean }) {
  const update = useUpdateFile(file)
  if (!editable) return <StatusBadge status={file.tag} />
  return (
    <Base.Root>
      <Base.Trigger
        className={styles.pick}
        aria-label={`Status of the file: ${statusName(file.tag)}, change it`}
      >
        <StatusBadge status={file.tag} />
        <DownIcon />
      </Base.Trigger>
      <MenuPopup>
        <MenuRadioGroup
          label="Status of the file"
          value={file.tag}
          options={statuses}
          onChange={(tag) => update.mutate({ tag: tag as Status })}
        />
      </MenuPopup>
    </Base.Root>
  )
}
