import type { Folder } from '@dailies/sdk'
import { Link } from '@tanstack/react-router'
import { useMayDownload } from '../data/permissions.ts'
import { MoreIcon } from '../ui/icons.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { FolderIcon } from '../ui/object-icons.tsx'
import { readEntries, takeEntries } from '../uploads/dropped-files.ts'
import { useStartUploads } from '../uploads/start-uploads.ts'
import { useDropTarget } from './drop-target.ts'
import { useFileActions } from './file-actions.ts'
import { useFiles } from './files-context.ts'
import styles from './folder-tiles.module.css'
import { nothingSelected } from './selection.ts'

export function FolderTiles() {
  const { folders, folderId } = useFiles()
  const here = folders.filter(({ parent }) => (parent?.id ?? null) === folderId)
  if (here.length === 0) return null
  return (
    <ul className={styles.tiles} aria-label="Folders">
      {here.map((folder) => (
        <FolderTile key={folder.id} folder={folder} />
      ))}
    </ul>
  )
}

function FolderTile({ folder }: { folder: Folder }) {
  const { projectId, permissions, openDialog } = useFiles()
  const target = useFolderTarget(folder.id)
  const mayDownload = useMayDownload()
  return (
    <li className={styles.tile} data-over={target.over || undefined} {...target.handlers}>
      <FolderIcon />
      <Link
        to="/projects/$projectId"
        params={{ projectId }}
        search={{ folder: folder.id }}
        className={`${styles.link} whole`}
        draggable={false}
      >
        {folder.name}
      </Link>
      {(permissions.contribute || mayDownload) && (
        <div className={styles.menu}>
          <Menu label={`Options for ${folder.name}`} trigger={<MoreIcon />}>
            {permissions.manage && (
              <MenuItem
                onClick={() =>
                  openDialog({ kind: 'share', items: [{ kind: 'FOLDER', id: folder.id, name: folder.name }] })
                }
              >
                Share…
              </MenuItem>
            )}
            {mayDownload && (
              <MenuItem onClick={() => openDialog({ kind: 'download-folder', folder })}>Download…</MenuItem>
            )}
            {permissions.contribute && (
              <>
                <MenuItem onClick={() => openDialog({ kind: 'rename-folder', folder })}>Rename…</MenuItem>
                <MenuItem onClick={() => openDialog({ kind: 'move-folder', folder })}>Move…</MenuItem>
                <MenuSeparator />
                <MenuItem danger onClick={() => openDialog({ kind: 'delete-folder', folder })}>
                  Delete…
                </MenuItem>
              </>
            )}
          </Menu>
        </div>
      )}
    </li>
  )
}

/** Files of the project are moved to the folder, files from the computer are uploaded to it. */
export function useFolderTarget(folderId: string | null) {
  const { projectId, permissions, selection } = useFiles()
  const { move } = useFileActions(projectId)
  const { upload } = useStartUploads(projectId)
  return useDropTarget(
    permissions.contribute
      ? {
          onFiles(files) {
            move(files, folderId)
            selection.set(nothingSelected)
          },
          onTransfer: (transfer) =>
            void readEntries(takeEntries(transfer)).then((dropped) => upload(dropped, folderId)),
        }
      : {},
  )
}
