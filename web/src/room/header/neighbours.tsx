import type { FileDetails, VersionDetails } from '@dailies/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useShortcuts } from '../../app/shortcuts.ts'
import { versionQuery } from '../../project/versions/version-queries.ts'
import { IconButton } from '../../ui/button.tsx'
import { BackIcon, NextIcon } from '../../ui/icons.tsx'
import styles from './header.module.css'
import { folderNeighboursQuery, type Neighbours } from './queries.ts'

/** The file before and the one after: of the review round that one came from, else of the folder. */
export function useNeighbours(file: FileDetails): Neighbours {
  const { version } = useSearch({ from: '/files/$fileId' })
  const round = useQuery({
    ...versionQuery(version ?? ''),
    enabled: version !== undefined,
    select: (data) => neighboursIn(data, file.id),
  })
  const folder = useQuery({ ...folderNeighboursQuery(file), enabled: version === undefined })
  return (version === undefined ? folder.data : round.data) ?? { before: null, after: null }
}

export function neighboursIn({ files }: Pick<VersionDetails, 'files'>, fileId: string): Neighbours {
  const place = files.findIndex(({ id }) => id === fileId)
  if (place < 0) return { before: null, after: null }
  return { before: files[place - 1] ?? null, after: files[place + 1] ?? null }
}

export function NeighbourButtons({ neighbours }: { neighbours: Neighbours }) {
  const { before, after } = neighbours
  const navigate = useNavigate()
  const open = (file: Neighbours['before']) =>
    file &&
    void navigate({
      to: '/files/$fileId',
      params: { fileId: file.id },
      search: roundOf,
    })
  useShortcuts('Review room', [
    { keys: '[', label: 'Previous file', run: () => open(before) },
    { keys: ']', label: 'Next file', run: () => open(after) },
  ])
  if (!before && !after) return null
  return (
    <div className={styles.neighbours}>
      <IconButton
        label={before ? `Previous: ${before.name}` : 'This is the first file'}
        shortcut="["
        small
        aria-disabled={!before}
        onClick={() => open(before)}
      >
        <BackIcon />
      </IconButton>
      <IconButton
        label={after ? `Next: ${after.name}` : 'This is the last file'}
        shortcut="]"
        small
        aria-disabled={!after}
        onClick={() => open(after)}
      >
        <NextIcon />
      </IconButton>
    </div>
  )
}

/** The round that one goes through stays in the address. */
export function roundOf({ version }: { version?: unknown }): { version?: string } {
  return typeof version === 'string' ? { version } : {}
}
