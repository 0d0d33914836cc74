import type { File } from '@dailies/sdk'
import { useState } from 'react'
import { FilePicker } from '../picking/file-picker.tsx'
import { Button } from '../ui/button.tsx'
import type { Item } from './share-settings.ts'
import styles from './shares.module.css'

/** The most items of a share. */
const most = 200

export function AddFiles({
  projectId,
  items,
  onAdd,
  onClose,
}: {
  projectId: string
  items: readonly Item[]
  onAdd: (items: Item[]) => void
  onClose: () => void
}) {
  const [chosen, setChosen] = useState<readonly File[]>([])
  const known = new Set(items.map(({ id }) => id))
  function add() {
    onAdd(chosen.map(({ id, name }) => ({ kind: 'FILE' as const, id, name })))
    onClose()
  }
  return (
    <div className={styles.adding}>
      <FilePicker
        label="Files to add"
        projectId={projectId}
        chosen={chosen}
        onChosen={setChosen}
        most={most - items.length}
        accepts={({ id }) => !known.has(id)}
        lists={false}
        none="All files of the project are here already."
      />
      <div className={styles.buttons}>
        <Button small onClick={onClose}>
          Cancel
        </Button>
        <Button small look="main" disabled={chosen.length === 0} onClick={add}>
          {chosen.length > 1 ? `Add ${chosen.length} files` : 'Add file'}
        </Button>
      </div>
    </div>
  )
}
