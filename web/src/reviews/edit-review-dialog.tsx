import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { client } from '../data/client.ts'
import { keys } from '../data/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { fieldError } from '../ui/error-messages.ts'
import { ProblemNote } from '../ui/problem.tsx'
import { showDone } from '../ui/toasts.tsx'
import { ReviewFields, readReviewForm } from './review-fields.tsx'
import { isStale, type ReviewDetails, reviewQuery } from './review-queries.ts'
import styles from './reviews.module.css'

export function EditReviewDialog({ version, onClose }: { version: ReviewDetails; onClose: () => void }) {
  // The review when the dialog opened: other people may change it meanwhile.
  const [base, setBase] = useState(version)
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (form: FormData) =>
      client.versions.update(base.id, readReviewForm(form), { ifMatch: base.eTag }),
    meta: { ownErrors: true },
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: keys.version(base.id) })
      await queries.invalidateQueries({ queryKey: keys.project(base.project.id, 'versions') })
      showDone('Saved.')
      onClose()
    },
    async onError(error) {
      if (isStale(error)) setBase(await queries.fetchQuery({ ...reviewQuery(base.id), staleTime: 0 }))
    },
  })
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    save.mutate(new FormData(event.currentTarget))
  }
  return (
    <Dialog open onClose={onClose} title="Edit review">
      <form className={styles.form} onSubmit={submit}>
        <ReviewFields
          version={version}
          nameError={fieldError(save.error, '/name')}
          descriptionError={fieldError(save.error, '/description')}
        />
        {isStale(save.error) ? (
          <div className="problem" role="alert">
            <p>
              Somebody else has changed this review. It is now called “{base.name}”
              {base.description ? `, with the message “${base.description}”` : ''}. Save again to replace
              their changes with yours, or cancel to keep theirs.
            </p>
          </div>
        ) : (
          <ProblemNote error={save.error} />
        )}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" busy={save.isPending}>
            Save
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
