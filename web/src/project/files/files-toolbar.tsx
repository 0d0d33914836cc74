import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { useShortcuts } from '../../app/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { SparkIcon } from '../../ui/object-icons.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { chosenFiles } from '../../uploads/dropped-files.ts'
import { useStartUploads } from '../../uploads/start-uploads.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { useFiles } from './files-context.ts'
import styles from './files-toolbar.module.css'
import { UploadButton } from './upload-button.tsx'

const GenerateDialog = lazy(() =>
  import('../generate/generate-dialog.tsx').then(({ GenerateDialog }) => ({ default: GenerateDialog })),
)

export function FilesToolbar() {
  const { permissions } = useFiles()
  const { q } = useSearch({ from: '/projects/$projectId/' })
  const navigate = useNavigate({ from: '/projects/$projectId/' })
  const field = useRef<HTMLInputElement>(null)
  useShortcuts('Files', [
    { keys: '/', label: 'Search in the project', run: () => field.current?.focus() },
    ...(permissions.contribute ? [{ keys: 'Shift+click', label: 'Select all files in between' }] : []),
  ])
  return (
    <div className={styles.bar}>
      <Breadcrumb />
      <div className={styles.tools}>
        <SearchField
          ref={field}
          label="Search in the project"
          shortcut="/"
          value={q ?? ''}
          onSearch={(text) =>
            void navigate({
              search: ({ q: _, ...rest }) => (text ? { ...rest, q: text } : rest),
              replace: true,
            })
          }
        />
        {permissions.contribute && <Additions />}
      </div>
    </div>
  )
}

function Additions() {
  const { projectId, folderId, permissions, ask } = useFiles()
  const { upload } = useStartUploads(projectId)
  const [generating, setGenerating] = useState<boolean>()
  const folderInput = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useShortcuts('Files', [
    { keys: 'u', label: 'Upload files', run: () => button.current?.click() },
    { keys: 'f', label: 'New folder', run: () => ask({ kind: 'new-folder' }) },
  ])
  return (
    <div className={styles.buttons}>
      <Menu label="More to add" trigger={<PlusIcon />}>
        <MenuItem onClick={() => ask({ kind: 'new-folder' })}>New folder…</MenuItem>
        <MenuItem onClick={() => folderInput.current?.click()}>Upload a folder…</MenuItem>
        <MenuItem onClick={() => ask({ kind: 'link-youtube' })}>Link a video on YouTube…</MenuItem>
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
