import type { ReactNode } from 'react'
import { fieldError } from '../ui/error-messages.ts'
import { TextArea, TextField } from '../ui/field.tsx'
import { type TypedDetails, wrongPair } from './details.ts'

/** `beside` may add a line under a field, such as the value that another person has entered. */
export function DetailsFields({
  typed,
  onTyped,
  error,
  beside,
}: {
  typed: TypedDetails
  onTyped: (typed: TypedDetails) => void
  error: unknown
  beside?: (field: keyof TypedDetails) => ReactNode
}) {
  const bound = (field: keyof TypedDetails) => ({
    value: typed[field],
    error: fieldError(error, `/${field}`),
    onChange: (event: { currentTarget: { value: string } }) =>
      onTyped({ ...typed, [field]: event.currentTarget.value }),
  })
  const wrong = wrongPair(typed.metadata)
  return (
    <>
      <TextField label="Name" required maxLength={100} {...bound('name')} />
      {beside?.('name')}
      <TextArea
        label="Description"
        hint="What it does and when to use it. Agents read this to decide whether to open it."
        required
        maxLength={1024}
        {...bound('description')}
      />
      {beside?.('description')}
      <TextField label="Licence" hint="The terms of use." maxLength={200} {...bound('license')} />
      {beside?.('license')}
      <TextArea label="Allowed tools" hint="One per line." rows={2} {...bound('allowedTools')} />
      {beside?.('allowedTools')}
      <TextArea
        label="Metadata"
        hint="Your own names and values, one pair per line, such as “department: editorial”."
        rows={2}
        {...bound('metadata')}
        {...(wrong !== undefined && { error: `“${wrong}” is not a name and a value separated by a colon.` })}
      />
      {beside?.('metadata')}
    </>
  )
}
