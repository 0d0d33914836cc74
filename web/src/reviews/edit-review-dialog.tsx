import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { client } from '../data/client.ts'
import { projectQuery } from '../data/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { fieldError } from '../ui/error-messages.ts'
import { ProblemNote } from '../ui/problem.tsx'
import { showDone } from '../ui/toasts.tsx'
import { ReviewFields, readReviewForm } from './review-fields.tsx'
import { isStale, type ReviewDetails, reloadReview, reviewQuery } from './review-queries.ts'
import styles from './reviews.module.css'
import { choiceOf, type RuleChoice, RuleFields, ruleOf } from './rule-fields.tsx'

export function EditReviewDialog({ version, onClose }: { version: ReviewDetails; onClose: () => void }) {
  // The review when the dialog opened: other people may change it meanwhile.
  const [base, setBase] = useState(version)
  const { data: project } = useQuery(projectQuery(version.project.id))
  const [rule, setRule] = useState<RuleChoice>()
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (form: FormData) =>
      client.versions.update(
        base.id,
        { ...readReviewForm(form), reviewRule: rule && ruleOf(rule) },
        { ifMatch: base.eTag },
      ),
    meta: { ownErrors: true },
    async onSuccess() {
      await reloadReview(queries, base)
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
        {project && (
          <RuleFields
            projectId={project.id}
            projectRule={project.reviewRule}
            seesReview={({ role }) => role !== 'PROJECT_RESTRICTED_REVIEWER' || version.allowRestricted}
            value={rule ?? choiceOf(version.reviewRule)}
            onValue={setRule}
            error={fieldError(save.error, '/reviewRule/user/id')}
          />
        )}
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
