import { Menu as Base } from '@base-ui/react/menu'
import type { FileDetails } from '@dailies/sdk'
import { statusOptions } from '../../data/statuses.ts'
import { DownIcon, NextIcon } from '../../ui/icons.tsx'
import { MenuPopup, MenuRadioGroup } from '../../ui/menu.tsx'
import { type Status, StatusBadge, statusName } from '../../ui/status.tsx'
import styles from './header.module.css'
import { useUpdateFile } from './use-update-file.ts'

/** The status of the file; contributors can change it. */
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
        <Choices file={file} onChoose={(tag) => update.mutate({ tag })} />
      </MenuPopup>
    </Base.Root>
  )
}

/** The same, as a submenu of another menu. */
export function StatusSubmenu({ file }: { file: FileDetails }) {
  const update = useUpdateFile(file)
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger className={styles.submenu}>
        Status: {statusName(file.tag)}
        <NextIcon />
      </Base.SubmenuTrigger>
      <MenuPopup>
        <Choices file={file} onChoose={(tag) => update.mutate({ tag })} />
      </MenuPopup>
    </Base.SubmenuRoot>
  )
}

function Choices({ file, onChoose }: { file: FileDetails; onChoose: (tag: Status) => void }) {
  return (
    <MenuRadioGroup
      label="Status of the file"
      value={file.tag}
      options={statusOptions}
      onChange={(tag) => onChoose(tag as Status)}
    />
  )
}
