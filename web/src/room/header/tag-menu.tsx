import { Menu as Base } from '@base-ui/react/menu'
import type { FileDetails } from '@dailies/sdk'
import { ChevronIcon } from '../../ui/icons.tsx'
import { MenuPopup, MenuRadioGroup } from '../../ui/menu.tsx'
import styles from './header.module.css'
import { useUpdateFile } from './use-update-file.ts'

type Tag = FileDetails['tag']

const tags: readonly (readonly [Tag, string])[] = [
  ['IN_PROGRESS', 'In progress'],
  ['NEED_REVIEW', 'Needs review'],
  ['NEED_EDIT', 'Needs edit'],
  ['ON_HOLD', 'On hold'],
  ['APPROVED', 'Approved'],
  ['REJECTED', 'Rejected'],
  ['CLOSED', 'Closed'],
]

/** Where the file stands; contributors move it. */
export function TagMenu({ file, editable }: { file: FileDetails; editable: boolean }) {
  const update = useUpdateFile(file)
  const name = tags.find(([tag]) => tag === file.tag)![1]
  if (!editable) {
    return (
      <span className={styles.tag} data-tag={file.tag}>
        <i className={styles.dot} /> {name}
      </span>
    )
  }
  return (
    <Base.Root>
      <Base.Trigger className={styles.pick} data-tag={file.tag} aria-label={`Status: ${name}, change it`}>
        <i className={styles.dot} />
        {name}
        <ChevronIcon />
      </Base.Trigger>
      <MenuPopup>
        <MenuRadioGroup
          label="Status of the file"
          value={file.tag}
          options={tags}
          onChange={(tag) => update.mutate({ tag: tag as Tag })}
        />
      </MenuPopup>
    </Base.Root>
  )
}
