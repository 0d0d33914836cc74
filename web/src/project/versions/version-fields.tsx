import { CheckField, TextArea, TextField } from '../../ui/field.tsx'
import type { ReadVersion } from './version-queries.ts'

/** What a new round is given, and what can be changed of one. */
export function VersionFields({
  version,
  nameError,
  descriptionError,
}: {
  version?: ReadVersion
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
        placeholder={version ? undefined : 'Such as “First cut”'}
        error={nameError}
      />
      <TextArea
        label="Description"
        name="description"
        maxLength={2000}
        defaultValue={version?.description ?? undefined}
        hint="What to look at, and until when you need to hear back."
        error={descriptionError}
      />
      <CheckField
        label="Show it to restricted reviewers"
        name="allowRestricted"
        defaultChecked={version?.allowRestricted}
        hint="They see the files of it that are shown to them."
      />
    </>
  )
}

export function readVersionForm(form: FormData) {
  return {
    name: String(form.get('name')).trim(),
    description: String(form.get('description')).trim() || null,
    allowRestricted: form.has('allowRestricted'),
  }
}
