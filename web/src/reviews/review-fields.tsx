import { CheckField, TextArea, TextField } from '../ui/field.tsx'
import type { ReviewDetails } from './review-queries.ts'

/** The fields of a review that can be changed later. Its files stay the same. */
export function ReviewFields({
  version,
  nameError,
  descriptionError,
}: {
  version?: ReviewDetails
  nameError: string | undefined
  descriptionError: string | undefined
}) {
  return (
    <>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={100}
        defaultValue={version?.name}
        placeholder={version ? undefined : 'First cut'}
        error={nameError}
      />
      <TextArea
        label="Message (optional)"
        name="description"
        maxLength={2000}
        defaultValue={version?.description ?? undefined}
        placeholder="What to look at, and when you need an answer"
        error={descriptionError}
      />
      <CheckField
        label="Show to restricted reviewers"
        name="allowRestricted"
        defaultChecked={version?.allowRestricted}
        hint="They see only the files that are shown to them."
      />
      <RequireChecks defaultChecked={version?.requireNoProblems} />
    </>
  )
}

export function RequireChecks({ defaultChecked }: { defaultChecked?: boolean | undefined }) {
  return (
    <CheckField
      label="Require checks without open problems"
      name="requireNoProblems"
      defaultChecked={defaultChecked}
      hint="Nobody can approve while the checks of a file are not finished or have open problems."
    />
  )
}

export function readReviewForm(form: FormData) {
  return {
    name: String(form.get('name')).trim(),
    description: String(form.get('description')).trim() || null,
    allowRestricted: form.has('allowRestricted'),
    requireNoProblems: form.has('requireNoProblems'),
  }
}
