// Requests an approval: creates the review and copies its link in the same dialog.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { client } from '../data/client.ts'
import { usePermissions } from '../data/permissions.ts'
import { keys } from '../data/queries.ts'
import { ShareLink } from '../people/share-link.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { fieldError } from '../ui/error-messages.ts'
import { TextArea, TextField } from '../ui/field.tsx'
import { PeopleIcon } from '../ui/object-icons.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { AskDialog } from './ask-dialog.tsx'
import { RequireChecks } from './review-fields.tsx'
import { countFiles, type ReviewFile, reviewName, reviewPath } from './review-name.ts'
import styles from './reviews.module.css'

/** The most files that a review can have. */
export const maxFiles = 500

type Props = { projectId: string; files: readonly ReviewFile[]; onClose: () => void }

export function RequestReviewDialog({ projectId, files, onClose }: Props) {
  const [review, setReview] = useState<{ id: string; name: string }>()
  const [isAsking, setAsking] = useState(false)
  if (review && isAsking) return <AskDialog projectId={projectId} versionId={review.id} onClose={onClose} />
  const about = review
    ? `“${review.name}” is waiting for a decision. Ask the people who decide, or send them the link.`
    : `${files.length === 1 ? files[0]!.name : countFiles(files.length)}. Reviewers approve exactly these revisions.`
  return (
    <Dialog open onClose={onClose} title={review ? 'Review requested' : 'Request review'} description={about}>
      {review ? (
        <Requested
          projectId={projectId}
          path={reviewPath(projectId, review.id, files)}
          onAsk={() => setAsking(true)}
          onClose={onClose}
        />
      ) : (
        <RequestForm projectId={projectId} files={files} onClose={onClose} onRequested={setReview} />
      )}
    </Dialog>
  )
}

function RequestForm({
  projectId,
  files,
  onClose,
  onRequested,
}: Props & { onRequested: (review: { id: string; name: string }) => void }) {
  const queries = useQueryClient()
  const tooMany = files.length > maxFiles
  const request = useMutation({
    async mutationFn(form: FormData) {
      const name = String(form.get('name')).trim()
      const description = String(form.get('message')).trim() || null
      const requireNoProblems = form.has('requireNoProblems')
      const made = { name, description, requireNoProblems, files: files.map(({ id }) => ({ id })) }
      return { id: (await client.versions.create(projectId, made)).id, name }
    },
    meta: { ownErrors: true },
    onSuccess(review) {
      void queries.invalidateQueries({ queryKey: keys.project(projectId, 'versions') })
      onRequested(review)
    },
  })
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    request.mutate(new FormData(event.currentTarget))
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={100}
        defaultValue={reviewName(files)}
        error={fieldError(request.error, '/name')}
      />
      <TextArea
        label="Message (optional)"
        name="message"
        maxLength={2000}
        placeholder="What to look at, and when you need an answer"
        error={fieldError(request.error, '/description')}
      />
      <RequireChecks />
      {tooMany && (
        <p className="problem" role="alert">
          A review holds up to {maxFiles} files. Select fewer.
        </p>
      )}
      <ProblemNote error={request.error} />
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="main" disabled={tooMany} busy={request.isPending}>
          Request review
        </Button>
      </DialogButtons>
    </form>
  )
}

function Requested({
  projectId,
  path,
  onAsk,
  onClose,
}: {
  projectId: string
  path: string
  onAsk: () => void
  onClose: () => void
}) {
  const { manage } = usePermissions(projectId)
  return (
    <>
      <section className={styles.form} aria-label="Members">
        <p className="quiet small">For people who are in the project:</p>
        <div className={styles.pair}>
          <Button onClick={onAsk}>
            <PeopleIcon /> Ask people…
          </Button>
          <CopyButton look={manage ? 'second' : 'main'} text={new URL(path, location.origin).href}>
            Copy review link
          </CopyButton>
        </div>
      </section>
      {manage && (
        <section className={styles.guests} aria-label="Link for guests">
          <p className="quiet small">For a client or anyone else, without an account:</p>
          <ShareLink projectId={projectId} next={path} />
        </section>
      )}
      <DialogButtons>
        <Button onClick={onClose}>Done</Button>
      </DialogButtons>
    </>
  )
}
