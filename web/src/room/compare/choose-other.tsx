// Chooses one side: another revision of the file, or another file of the same kind.
import { Menu as Base } from '@base-ui/react/menu'
import type { File, FileDetails } from '@dailies/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { fileQuery } from '../../data/queries.ts'
import { DownIcon } from '../../ui/icons.tsx'
import { MenuItem, MenuPopup, MenuRadioGroup, MenuSeparator } from '../../ui/menu.tsx'
import { ago } from '../../ui/time.tsx'
import { revisionsQuery } from '../header/header-queries.ts'
import styles from './compare-header.module.css'
import type { Side } from './sides.ts'

const ChooseFileDialog = lazy(() =>
  import('./choose-file-dialog.tsx').then(({ ChooseFileDialog }) => ({ default: ChooseFileDialog })),
)

export function ChooseOther({
  side,
  other,
  onChoose,
}: {
  side: Pick<Side, 'file' | 'name'>
  other: Pick<Side, 'file'>
  onChoose: (file: FileDetails) => void
}) {
  const queries = useQueryClient()
  const { data: revisions = [] } = useQuery(revisionsQuery(side.file))
  const [choosing, setChoosing] = useState(false)
  const choose = async (id: string) => onChoose(await queries.fetchQuery(fileQuery(id)))
  return (
    <>
      <Base.Root>
        <Base.Trigger className={styles.pick} title={side.file.name}>
          <span className={styles.name}>{side.name}</span>
          <DownIcon />
        </Base.Trigger>
        <MenuPopup>
          <MenuRadioGroup
            label={side.file.name}
            value={side.file.id}
            options={revisions.filter(({ id }) => id !== other.file.id).map(optionOf)}
            onChange={(id) => void choose(id)}
          />
          <MenuSeparator />
          <MenuItem onClick={() => setChoosing(true)}>Another file…</MenuItem>
        </MenuPopup>
      </Base.Root>
      <Suspense>
        {choosing && (
          <ChooseFileDialog
            like={other.file}
            onClose={() => setChoosing(false)}
            onChoose={(id) => {
              setChoosing(false)
              void choose(id)
            }}
          />
        )}
      </Suspense>
    </>
  )
}

function optionOf({ id, stack, createdAt }: File): [string, string] {
  return [id, `v${stack.number} · ${ago(createdAt)}`]
}
