import type { FileListItem } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { client } from '../data/client.ts'
import { useMayDownload } from '../data/permissions.ts'
import { keys } from '../data/queries.ts'
import { MuteItem } from '../notifications/mute.tsx'
import { IconButton } from '../ui/button.tsx'
import { MoreIcon } from '../ui/icons.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { MenuLink } from '../ui/menu-link.tsx'
import { showDone, showProblem } from '../ui/toasts.tsx'
import { isDownloadable } from './download.ts'
import { download, useFileActions } from './file-actions.ts'
import { useFiles } from './files-context.ts'
import { asItem } from './selection.ts'

export function FileMenu({ file, tabIndex }: { file: FileListItem; tabIndex: number }) {
  const { replace } = useFiles()
  const input = useRef<HTMLInputElement>(null)
  const label = `Options for ${file.name}`
  return (
    <div>
      <Menu
        label={label}
        button={
          <IconButton label={label} tabIndex={tabIndex}>
            <MoreIcon />
          </IconButton>
        }
      >
        <Items file={file} onRevise={() => input.current?.click()} />
      </Menu>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`A new revision of ${file.name}`}
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? []
          if (chosen) replace(chosen, file.id)
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}

/** Created when the menu opens: a list renders hundreds of these buttons, and few are pressed. */
function Items({ file, onRevise }: { file: FileListItem; onRevise: () => void }) {
  const { projectId, permissions, openDialog } = useFiles()
  const { setRestricted } = useFileActions(projectId)
  const mayDownload = useMayDownload()
  const setCover = useSetCover(projectId)
  return (
    <>
      <MenuLink to={`/files/${file.id}`}>Open</MenuLink>
      {mayDownload && isDownloadable(file) && (
        <MenuItem onClick={() => void download(file.id).catch(showProblem)}>Download</MenuItem>
      )}
      <MuteItem file={file} />
      {permissions.contribute && (
        <>
          <MenuItem onClick={() => openDialog({ kind: 'review', files: [file] })}>Request review…</MenuItem>
          {permissions.manage && (
            <MenuItem onClick={() => openDialog({ kind: 'share', items: [asItem(file)] })}>Share…</MenuItem>
          )}
          <MenuSeparator />
          {file.mode !== 'YOUTUBE' && <MenuItem onClick={onRevise}>Upload a new revision…</MenuItem>}
          <MenuItem onClick={() => openDialog({ kind: 'rename-file', file })}>Rename…</MenuItem>
          <MenuItem onClick={() => openDialog({ kind: 'move-files', files: [file] })}>Move…</MenuItem>
          {permissions.manage && file.thumbnail !== null && (
            <MenuItem onClick={() => setCover(file)}>Use as project cover</MenuItem>
          )}
          <MenuItem onClick={() => setRestricted(file, !file.allowRestricted)}>
            {file.allowRestricted ? 'Hide from restricted reviewers' : 'Show to restricted reviewers'}
          </MenuItem>
          <MenuSeparator />
          <MenuItem danger onClick={() => openDialog({ kind: 'delete-files', files: [file] })}>
            Delete…
          </MenuItem>
        </>
      )}
    </>
  )
}

/** Sets the thumbnail of a file as the cover of its project. */
function useSetCover(projectId: string): (file: FileListItem) => void {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ id }: FileListItem) => client.projects.update(projectId, { cover: { file: { id } } }),
    async onSuccess(_data, { name }) {
      showDone(`${name} is the project cover`, { key: 'cover' })
      await Promise.all([
        queries.invalidateQueries({ queryKey: keys.projects }),
        queries.invalidateQueries({ queryKey: keys.project(projectId, 'details') }),
      ])
    },
  })
  return mutate
}
