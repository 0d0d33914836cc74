import type { File } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { client } from '../data/client.ts'
import { keys } from '../data/queries.ts'
import { FilePicker } from '../picking/file-picker.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { fieldError } from '../ui/error-messages.ts'
import { ProblemNote } from '../ui/problem.tsx'
import { maxFiles } from './request-review-dialog.tsx'
import { ReviewFields, readReviewForm } from './review-fields.tsx'
import { countFiles } from './review-name.ts'
import styles from './reviews.module.css'

export function CreateReviewDialog({
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
        ...readReviewForm(form),
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
      title="New review"
      description="Reviewers approve exactly the revisions that you select here."
      wide
    >
      <form className={styles.wideForm} onSubmit={submit}>
        <div className={styles.form}>
          <ReviewFields
            nameError={fieldError(create.error, '/name')}
            descriptionError={fieldError(create.error, '/description')}
          />
        </div>
        <FilePicker label="Files" projectId={projectId} chosen={files} onChosen={setFiles} most={maxFiles} />
        <div className={styles.end}>
          <ProblemNote error={create.error} />
          <DialogButtons>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" look="main" disabled={files.length === 0} busy={create.isPending}>
              {files.length === 0 ? 'Select files' : `Request review of ${countFiles(files.length)}`}
            </Button>
          </DialogButtons>
        </div>
      </form>
    </Dialog>
  )
}
