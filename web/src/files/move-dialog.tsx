import type { Folder } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../data/client.ts'
import { keys } from '../data/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { FolderIcon } from '../ui/object-icons.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { showDone } from '../ui/toasts.tsx'
import { count } from './bulk.ts'
import { useFileActions } from './file-actions.ts'
import { type FilesDialog, useFiles } from './files-context.ts'
import { asTree, pathTo } from './folder-path.ts'
import styles from './move-dialog.module.css'
import { nothingSelected } from './selection.ts'

type Moving = Extract<FilesDialog, { kind: 'move-files' | 'move-folder' }>

export function MoveDialog({ dialog, onClose }: { dialog: Moving; onClose: () => void }) {
  const { projectId, folderId, folders, selection } = useFiles()
  const { move } = useFileActions(projectId)
  const moveFolder = useMoveFolder(projectId, onClose)
  const from = dialog.kind === 'move-folder' ? (dialog.folder.parent?.id ?? null) : folderId
  const [to, setTo] = useState(from)
  const isInside = (folder: Folder) =>
    dialog.kind === 'move-folder' && pathTo(folders, folder.id).some(({ id }) => id === dialog.folder.id)
  const places = [
    { id: null, name: 'All files', depth: 0, disabled: false },
    ...asTree(folders).map(({ folder, depth }) => ({
      id: folder.id,
      name: folder.name,
      depth: depth + 1,
      // A folder cannot be moved into itself.
      disabled: isInside(folder),
    })),
  ]
  const submit = () => {
    if (dialog.kind === 'move-folder') return moveFolder.mutate({ folder: dialog.folder, to })
    move(dialog.files, to)
    selection.set(nothingSelected)
    onClose()
  }
  const what = dialog.kind === 'move-folder' ? dialog.folder.name : count(dialog.files)
  return (
    <Dialog open onClose={onClose} title={`Move ${what}`}>
      <fieldset className={styles.places}>
        <legend className="unseen">Destination folder</legend>
        {places.map(({ id, name, depth, disabled }) => (
          <label key={id ?? ''} className={styles.place} style={{ paddingLeft: `${depth * 1.25 + 0.5}rem` }}>
            <input
              type="radio"
              name="folder"
              checked={to === id}
              disabled={disabled}
              onChange={() => setTo(id)}
            />
            <FolderIcon />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      <ProblemNote error={moveFolder.error} />
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="main"
          busy={moveFolder.isPending}
          disabled={dialog.kind === 'move-folder' && to === from}
          onClick={submit}
        >
          Move here
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

type FolderMove = { folder: Folder; to: string | null; back?: boolean }

function useMoveFolder(projectId: string, onClose: () => void) {
  const queries = useQueryClient()
  const moving = useMutation({
    meta: { ownErrors: true },
    mutationFn: ({ folder, to }: FolderMove) =>
      client.folders.update(folder.id, { parent: to === null ? null : { id: to } }),
    async onSuccess(_data, { folder, back }) {
      await queries.invalidateQueries({ queryKey: keys.project(projectId, 'folders') })
      onClose()
      const undo = () => moving.mutate({ folder, to: folder.parent?.id ?? null, back: true })
      if (!back) showDone(`${folder.name} moved`, { undo, key: `folder ${folder.id}` })
    },
  })
  return moving
}
