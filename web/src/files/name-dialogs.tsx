import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { client } from '../data/client.ts'
import { keys } from '../data/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { fieldError } from '../ui/error-messages.ts'
import { TextField } from '../ui/field.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { showFileChange } from './file-list.ts'
import { asListItem, placeFile } from './file-list-live.ts'
import { type FilesDialog, useFiles } from './files-context.ts'
import styles from './name-dialogs.module.css'

type Naming = Extract<FilesDialog, { kind: 'new-folder' | 'rename-folder' | 'rename-file' }>

const titles = { 'new-folder': 'New folder', 'rename-folder': 'Rename folder', 'rename-file': 'Rename file' }

export function NameDialog({ dialog, onClose }: { dialog: Naming; onClose: () => void }) {
  const { projectId, folderId } = useFiles()
  const queries = useQueryClient()
  const old =
    dialog.kind === 'rename-file'
      ? dialog.file.name
      : dialog.kind === 'rename-folder'
        ? dialog.folder.name
        : ''
  const save = async (name: string) => {
    if (dialog.kind === 'rename-file') {
      const { id } = dialog.file
      await client.files.update(id, { name })
      await showFileChange(queries, projectId, new Set([id]), (file) => ({ ...file, name }))
      return
    }
    if (dialog.kind === 'rename-folder') await client.folders.update(dialog.folder.id, { name })
    else await client.folders.create(projectId, { name, parent: folderId === null ? null : { id: folderId } })
    await queries.invalidateQueries({ queryKey: keys.project(projectId, 'folders') })
  }
  return (
    <OneField
      title={titles[dialog.kind]}
      label="Name"
      path="/name"
      initial={old}
      maxLength={dialog.kind === 'rename-file' ? 255 : 64}
      action={dialog.kind === 'new-folder' ? 'Create' : 'Rename'}
      save={save}
      onClose={onClose}
    />
  )
}

export function YoutubeDialog({ onClose }: { onClose: () => void }) {
  const { projectId, folderId } = useFiles()
  const queries = useQueryClient()
  const save = async (url: string) => {
    const folder = folderId === null ? null : { id: folderId }
    const { id } = await client.files.linkYoutube(projectId, { url, folder })
    placeFile(queries, projectId, asListItem(await client.files.get(id)))
  }
  return (
    <OneField
      title="Link a YouTube video"
      label="YouTube link"
      hint="The video stays on YouTube; you can comment on it here."
      path="/url"
      initial=""
      maxLength={500}
      action="Add"
      save={save}
      onClose={onClose}
    />
  )
}

function OneField({
  title,
  label,
  hint,
  path,
  initial,
  maxLength,
  action,
  save,
  onClose,
}: {
  title: string
  label: string
  hint?: string
  /** The JSON pointer of the field in an error. */
  path: string
  initial: string
  maxLength: number
  action: string
  save: (text: string) => Promise<void>
  onClose: () => void
}) {
  const [text, setText] = useState(initial)
  const saving = useMutation({
    meta: { ownErrors: true },
    mutationFn: () => save(text.trim()),
    onSuccess: onClose,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  const error = fieldError(saving.error, path)
  return (
    <Dialog open onClose={onClose} title={title}>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          {...{ label, hint, maxLength, error }}
          required
          autoFocus
          value={text}
          onFocus={(event) => event.currentTarget.setSelectionRange(0, stemLength(text))}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {error === undefined && <ProblemNote error={saving.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="main" type="submit" busy={saving.isPending} disabled={text.trim() === ''}>
            {action}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

/** Selects the name without its extension, which people rarely change. */
function stemLength(name: string): number {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? dot : name.length
}
