import { Menu as Base } from '@base-ui/react/menu'
import { Popover } from '@base-ui/react/popover'
import type { FileDetails } from '@dailies/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Verdict } from '../../project/versions/verdict.tsx'
import { versionQuery } from '../../project/versions/version-queries.ts'
import { DownIcon } from '../../ui/icons.tsx'
import { useMediaQuery } from '../../ui/media-query.ts'
import { MenuPopup, MenuRadioGroup } from '../../ui/menu.tsx'
import { StatusBadge, statusName } from '../../ui/status.tsx'
import styles from './header.module.css'
import { roundsOfFileQuery } from './queries.ts'

/**
 * Approve, request changes, reject: for the round one came from, else for one that holds this file. `children` is shown
 * while it is in none.
 */
export function ReviewControl({ file, children }: { file: FileDetails; children: ReactNode }) {
  const { version } = useSearch({ from: '/files/$fileId' })
  const { data: rounds = [] } = useQuery({ ...roundsOfFileQuery(file), enabled: version === undefined })
  const isWide = useMediaQuery('(min-width: 80rem)')
  const only = version ?? (rounds.length === 1 ? rounds[0]!.id : undefined)
  if (only === undefined) return rounds.length > 1 ? <ChooseRound file={file} rounds={rounds} /> : children
  return isWide ? <NamedVerdict versionId={only} /> : <VerdictPopover versionId={only} />
}

function NamedVerdict({ versionId }: { versionId: string }) {
  const { data: round } = useQuery(versionQuery(versionId))
  return (
    <>
      <span className={styles.round} title={round?.name}>
        {round?.name}
      </span>
      <Verdict versionId={versionId} />
    </>
  )
}

/** Where there is no room for the buttons. */
function VerdictPopover({ versionId }: { versionId: string }) {
  const { data: round } = useQuery(versionQuery(versionId))
  if (!round) return null
  return (
    <Popover.Root>
      <Popover.Trigger className={styles.pick} aria-label={`Review: ${statusName(round.status)}`}>
        <StatusBadge status={round.status} />
        <DownIcon />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className={styles.positioner} align="end" sideOffset={6} collisionPadding={8}>
          <Popover.Popup className={styles.popup}>
            <Popover.Title className={styles.popupTitle}>Review “{round.name}”</Popover.Title>
            <Verdict versionId={versionId} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

type Rounds = { id: string; name: string; status: FileDetails['tag'] }[]

/** The file is under review more than once: one says for which one judges. */
function ChooseRound({ file, rounds }: { file: FileDetails; rounds: Rounds }) {
  const navigate = useNavigate()
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
        Review
        <DownIcon />
      </Base.Trigger>
      <MenuPopup>
        <MenuRadioGroup
          label="It is in several rounds. Review which?"
          value=""
          options={rounds.map(({ id, name, status }) => [id, `${name} · ${statusName(status)}`])}
          onChange={choose}
        />
      </MenuPopup>
    </Base.Root>
  )
}
