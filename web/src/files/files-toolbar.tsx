import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { useStore } from '../data/store.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import { SelectIcon } from '../ui/list-icons.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { SparkIcon } from '../ui/object-icons.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { chosenFiles } from '../uploads/dropped-files.ts'
import { useStartUploads } from '../uploads/start-uploads.ts'
import { useFiles } from './files-context.ts'
import styles from './files-toolbar.module.css'
import { pathTo } from './folder-path.ts'
import { useFolderTarget } from './folder-tiles.tsx'
import { useSelectAll, useSelectAllKey } from './select-all.ts'
import { isBarShown } from './selection.ts'
import { UploadButton } from './upload-button.tsx'
import { ActiveFilters, ViewMenus } from './view-menus.tsx'

const GenerateDialog = lazy(() =>
  import('../generate/generate-dialog.tsx').then(({ GenerateDialog }) => ({ default: GenerateDialog })),
)

/** Loaded with the first selection. */
const SelectionBar = lazy(() =>
  import('./selection-bar.tsx').then(({ SelectionBar }) => ({ default: SelectionBar })),
)

/** The selection bar covers the tools, so that selecting a file moves nothing. */
export function FilesToolbar() {
  const { keyword, permissions, selection } = useFiles()
  const navigate = useNavigate({ from: '/projects/$projectId/' })
  const field = useRef<HTMLInputElement>(null)
  const isSelecting = useStore(selection, isBarShown)
  useShortcuts('Files', [{ keys: '/', label: 'Search files', run: () => field.current?.focus() }])
  return (
    <>
      <div className={styles.bar}>
        <Breadcrumb />
        <div className={styles.find} inert={isSelecting}>
          <SearchField
            ref={field}
            label="Search files"
            shortcut="/"
            value={keyword ?? ''}
            onSearch={(text) =>
              void navigate({
                search: ({ q: _, ...rest }) => (text ? { ...rest, q: text } : rest),
                replace: true,
              })
            }
          />
          <ViewMenus />
          {permissions.contribute && (
            <IconButton
              label="Select files"
              className={styles.select ?? ''}
              onClick={() => selection.set({ selecting: true })}
            >
              <SelectIcon />
            </IconButton>
          )}
        </div>
        {permissions.contribute && <Additions inert={isSelecting} />}
        {permissions.contribute && <Selecting isShown={isSelecting} />}
      </div>
      <ActiveFilters />
    </>
  )
}

function Selecting({ isShown }: { isShown: boolean }) {
  const selectAll = useSelectAll()
  useSelectAllKey(selectAll)
  return <Suspense>{isShown && <SelectionBar onSelectAll={selectAll} />}</Suspense>
}

function Additions({ inert }: { inert: boolean }) {
  const { projectId, folderId, permissions, openDialog } = useFiles()
  const { upload } = useStartUploads(projectId)
  const [generating, setGenerating] = useState<boolean>()
  const folderInput = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useShortcuts('Files', [
    { keys: 'u', label: 'Upload files', run: () => button.current?.click() },
    { keys: 'f', label: 'New folder', run: () => openDialog({ kind: 'new-folder' }) },
  ])
  return (
    <div className={styles.buttons} inert={inert}>
      <Menu label="More to add" trigger={<PlusIcon />}>
        <MenuItem onClick={() => openDialog({ kind: 'new-folder' })}>New folder…</MenuItem>
        <MenuItem onClick={() => folderInput.current?.click()}>Upload a folder…</MenuItem>
        <MenuItem onClick={() => openDialog({ kind: 'link-youtube' })}>Link a YouTube video…</MenuItem>
      </Menu>
      {!permissions.me.guest && (
        <Button onClick={() => setGenerating(true)}>
          <SparkIcon /> <span className={styles.word}>Generate</span>
        </Button>
      )}
      <UploadButton ref={button} />
      <input
        ref={folderInput}
        type="file"
        {...{ webkitdirectory: '' }}
        hidden
        aria-label="A folder to upload"
        onChange={({ currentTarget }) => {
          upload(chosenFiles(currentTarget.files!), folderId)
          currentTarget.value = ''
        }}
      />
      <Suspense>
        {generating !== undefined && (
          <GenerateDialog
            {...{ projectId, folderId }}
            open={generating}
            onClose={() => setGenerating(false)}
          />
        )}
      </Suspense>
    </div>
  )
}

/** The path to the open folder. Files dropped onto a folder of the path move there. */
function Breadcrumb() {
  const { folders, folderId } = useFiles()
  const steps = [{ id: null, name: 'All files' }, ...pathTo(folders, folderId)]
  return (
    <nav aria-label="Folders" className={styles.path}>
      <ol>
        {steps.map(({ id, name }) => (
          <Step key={id ?? ''} id={id} name={name} current={id === folderId} />
        ))}
      </ol>
    </nav>
  )
}

function Step({ id, name, current }: { id: string | null; name: string; current: boolean }) {
  const { projectId } = useFiles()
  const target = useFolderTarget(id)
  return (
    <li data-over={target.over || undefined} {...(current ? {} : target.handlers)}>
      {current ? (
        <span aria-current="page">{name}</span>
      ) : (
        <Link to="/projects/$projectId" params={{ projectId }} search={id === null ? {} : { folder: id }}>
          {name}
        </Link>
      )}
    </li>
  )
}
