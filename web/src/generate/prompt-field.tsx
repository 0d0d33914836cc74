import type { Ref } from 'react'
import { TextArea } from '../ui/field.tsx'

export function PromptField({
  prompt,
  hint,
  error,
  onPrompt,
  ref,
}: {
  prompt: string
  hint: string
  error: string | undefined
  onPrompt: (prompt: string) => void
  ref: Ref<HTMLTextAreaElement>
}) {
  return (
    <TextArea
      ref={ref}
      label="Prompt"
      rows={7}
      required
      value={prompt}
      placeholder="A slow push in on a lighthouse at dusk, rain on the lens …"
      hint={hint}
      error={error}
      onChange={({ currentTarget }) => onPrompt(currentTarget.value)}
    />
  )
}
