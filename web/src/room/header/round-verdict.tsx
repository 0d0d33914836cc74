import { Menu as Base } from '@base-ui/react/menu'
import type { FileDetails } from '@dailies/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Verdict } from '../../project/versions/verdict.tsx'
import { DownIcon } from '../../ui/icons.tsx'
import { MenuPopup, MenuRadioGroup } from '../../ui/menu.tsx'
import { statusName } from '../../ui/status.tsx'
import styles from './header.module.css'
import { roundsOfFileQuery } from './queries.ts'

/** Approve, request changes, reject: for the round one came from, else for one that holds this file. */
export function RoundVerdict({ file }: { file: FileDetails }) {
  const { version } = useSearch({ from: '/files/$fileId' })
  const { data: rounds = [] } = useQuery({ ...roundsOfFileQuery(file), enabled: version === undefined })
  const navigate = useNavigate()
  const only = version ?? (rounds.length === 1 ? rounds[0]!.id : undefined)
  if (only !== undefined) return <Verdict versionId={only} />
  if (rounds.length === 0) return null
  const choose = (id: string) =>
    navigate({
      to: '/files/$fileId',
      params: { fileId: file.id },
      search: (before) => ({ ...before, version: id }),
      replace: true,
    })
  return (
    <Base.Root>
      <Base.Trigger className={styles.pick}>
        In {rounds.length} rounds
        <DownIcon />
      </Base.Trigger>
      <MenuPopup>
        <MenuRadioGroup
          label="Review which round?"
          value=""
          options={rounds.map(({ id, name, status }) => [id, `${name} · ${statusName(status)}`])}
          onChange={choose}
        />
      </MenuPopup>
    </Base.Root>
  )
}
