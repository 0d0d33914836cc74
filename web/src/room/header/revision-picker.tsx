import { Menu as Base } from '@base-ui/react/menu'
import type { FileDetails } from '@dailies/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { fileQuery } from '../../data/queries.ts'
import { queryClient } from '../../data/query-client.ts'
import { DownIcon } from '../../ui/icons.tsx'
import { MenuPopup, MenuRadioGroup } from '../../ui/menu.tsx'
import { ago } from '../../ui/time.tsx'
import { addressOf } from '../address.ts'
import { useRoom } from '../room.ts'
import styles from './header.module.css'
import { revisionsQuery } from './header-queries.ts'

/** This many of the newest revisions are loaded when the menu opens, so that the selected one is there at once. */
const readAhead = 5

/** The current revision, and a menu of the others, opened at the same frame. */
export function RevisionPicker({ file }: { file: FileDetails }) {
  const room = useRoom()
  const navigate = useNavigate()
  const { data: revisions = [] } = useQuery(revisionsQuery(file))
  const { number } = file.stack
  const newest = Math.max(number, ...revisions.map(({ stack }) => stack.number))
  if (revisions.length < 2) return <span className={styles.revision}>v{number}</span>
  const open = (fileId: string) =>
    navigate({ to: '/files/$fileId', params: { fileId }, search: addressOf(room.here()) })
  return (
    <Base.Root
      onOpenChange={(isOpen) => {
        if (!isOpen) return
        const others = revisions.filter(({ id }) => id !== file.id).slice(0, readAhead)
        for (const { id } of others) void queryClient.prefetchQuery(fileQuery(id))
      }}
    >
      <Base.Trigger className={styles.pick} aria-label={`v${number} of ${newest}, choose another revision`}>
        v{number} <span className={styles.of}>of {newest}</span>
        <DownIcon />
      </Base.Trigger>
      <MenuPopup>
        <MenuRadioGroup
          label="Revisions"
          value={file.id}
          options={revisions.map(({ id, stack, name, createdAt }) => [
            id,
            `v${stack.number} · ${name === file.name ? '' : `${name} · `}${ago(createdAt)}`,
          ])}
          onChange={open}
        />
      </MenuPopup>
    </Base.Root>
  )
}
