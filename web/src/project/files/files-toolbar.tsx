import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { useShortcuts } from '../../app/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { SparkIcon, UploadIcon } from '../../ui/object-icons.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { chosenFiles } from '../../uploads/dropped-files.ts'
import { useStartUploads } from '../../uploads/start-uploads.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { useFiles } from './files-context.ts'
import styles from './files-toolbar.module.css'

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
  const inputs = { files: useRef<HTMLInputElement>(null), folder: useRef<HTMLInputElement>(null) }
  const choose = () => inputs.files.current?.click()
  useShortcuts('Files', [
    { keys: 'u', label: 'Upload files', run: choose },
    { keys: 'f', label: 'New folder', run: () => ask({ kind: 'new-folder' }) },
  ])
  const onChange = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    upload(chosenFiles(currentTarget.files!), folderId)
    currentTarget.value = ''
  }
  return (
    <div className={styles.buttons}>
      <Menu label="More to add" trigger={<PlusIcon />}>
        <MenuItem onClick={() => ask({ kind: 'new-folder' })}>New folder…</MenuItem>
        <MenuItem onClick={() => inputs.folder.current?.click()}>Upload a folder…</MenuItem>
        <MenuItem onClick={() => ask({ kind: 'link-youtube' })}>Link a video on YouTube…</MenuItem>
      </Menu>
      {!permissions.me.guest && (
        <Button onClick={() => setGenerating(true)}>
          <SparkIcon /> Generate
        </Button>
      )}
      <Button look="main" onClick={choose} title="Upload files (u)" aria-keyshortcuts="u">
        <UploadIcon /> Upload
      </Button>
      <input
        ref={inputs.files}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={onChange}
      />
      <input
        ref={inputs.folder}
        type="file"
        {...{ webkitdirectory: '' }}
        hidden
        aria-label="A folder to upload"
        onChange={onChange}
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
