// The content of a share, in the order in which guests see it.
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { FileIcon } from '../comments/icons.tsx'
import { foldersQuery } from '../data/queries.ts'
import { pathTo } from '../files/folder-path.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { CloseIcon, DownIcon, PlusIcon } from '../ui/icons.tsx'
import { ReviewIcon } from '../ui/list-icons.tsx'
import { FolderIcon } from '../ui/object-icons.tsx'
import { type Item, moved } from './share-settings.ts'
import styles from './shares.module.css'

const AddFiles = lazy(async () => ({ default: (await import('./add-files.tsx')).AddFiles }))

const icons = { FILE: <FileIcon />, FOLDER: <FolderIcon />, VERSION: <ReviewIcon /> }
const kindNames = { FILE: 'File', FOLDER: 'Folder', VERSION: 'Review' }

type ShareItemsProps = { projectId: string; items: readonly Item[]; onItems: (items: Item[]) => void }

export function ShareItems({ projectId, items, onItems }: ShareItemsProps) {
  const [adding, setAdding] = useState(false)
  const { data: folders = [] } = useQuery(foldersQuery(projectId))
  const above = (id: string) =>
    pathTo(folders, id)
      .slice(0, -1)
      .map(({ name }) => name)
  return (
    <fieldset className={styles.group}>
      <legend>Shows</legend>
      <ol className={styles.items}>
        {items.map((item, place) => (
          <li key={item.id} className={styles.item}>
            <span className={styles.icon} title={kindNames[item.kind]}>
              {icons[item.kind]}
              <span className="unseen">{kindNames[item.kind]}</span>
            </span>
            <span className={styles.itemName}>
              {item.name}
              {item.kind === 'FOLDER' && above(item.id).length > 0 && (
                <span className="quiet"> in {above(item.id).join(' / ')}</span>
              )}
            </span>
            {items.length > 1 && (
              <>
                <IconButton
                  small
                  label={`Move ${item.name} up`}
                  className={styles.up ?? ''}
                  disabled={place === 0}
                  onClick={() => onItems(moved(items, place, -1))}
                >
                  <DownIcon />
                </IconButton>
                <IconButton
                  small
                  label={`Move ${item.name} down`}
                  disabled={place === items.length - 1}
                  onClick={() => onItems(moved(items, place, 1))}
                >
                  <DownIcon />
                </IconButton>
              </>
            )}
            <IconButton
              small
              label={`Remove ${item.name}`}
              onClick={() => onItems(items.filter(({ id }) => id !== item.id))}
            >
              <CloseIcon />
            </IconButton>
          </li>
        ))}
        {items.length === 0 && <li className={styles.none}>Nothing. Add at least one file.</li>}
      </ol>
      {adding ? (
        <Suspense>
          <AddFiles
            projectId={projectId}
            items={items}
            onAdd={(added) => onItems([...items, ...added])}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      ) : (
        <Button small onClick={() => setAdding(true)}>
          <PlusIcon /> Add files
        </Button>
      )}
    </fieldset>
  )
}
