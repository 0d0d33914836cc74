import type { File } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { client } from '../../app/client.ts'
import { fieldError } from '../../app/messages.ts'
import { ProblemNote } from '../../app/problem.tsx'
import { keys } from '../../app/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { FilePicker } from '../picking/file-picker.tsx'
import { readVersionForm, VersionFields } from './version-fields.tsx'
import styles from './versions.module.css'

/** As many as a round can have. */
const most = 500

export function CreateVersionDialog({
  projectId,
  onClose,
  onCreated,
}: {
  projectId: string
  onClose: () => void
  onCreated: (versionId: string) => void
}) {
  const [files, setFiles] = useState<readonly File[]>([])
  const queries = useQueryClient()
  const create = useMutation({
    mutationFn: (form: FormData) =>
      client.versions.create(projectId, {
        ...readVersionForm(form),
        files: files.map(({ id }) => ({ id })),
      }),
    meta: { ownErrors: true },
    async onSuccess({ id }) {
      await queries.invalidateQueries({ queryKey: keys.project(projectId, 'versions') })
      onCreated(id)
    },
  })
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    create.mutate(new FormData(event.currentTarget))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="New review round"
      description="Its files stay the same for good: what is approved is exactly what was looked at."
      wide
    >
      <form className={styles.wideForm} onSubmit={submit}>
        <div className={styles.form}>
          <VersionFields
            nameError={fieldError(create.error, '/name')}
            descriptionError={fieldError(create.error, '/description')}
          />
        </div>
        <FilePicker label="Files" projectId={projectId} chosen={files} onChosen={setFiles} most={most} />
        <div className={styles.end}>
          <ProblemNote error={create.error} />
          <DialogButtons>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" look="main" disabled={files.length === 0} busy={create.isPending}>
              {files.length === 0
                ? 'Pick files first'
                : `Start the round with ${files.length === 1 ? '1 file' : `${files.length} files`}`}
            </Button>
          </DialogButtons>
        </div>
      </form>
    </Dialog>
  )
}
