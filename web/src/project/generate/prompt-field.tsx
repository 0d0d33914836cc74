import type { Ref } from 'react'
import { TextArea } from '../../ui/field.tsx'
import { longestPrompt } from './generation-form.ts'

export function PromptField({
  prompt,
  length,
  error,
  onPrompt,
  ref,
}: {
  prompt: string
  length: number
  error: string | undefined
  onPrompt: (prompt: string) => void
  ref: Ref<HTMLTextAreaElement>
}) {
  const over = length - longestPrompt
  return (
    <TextArea
      ref={ref}
      label="Prompt"
      rows={7}
      required
      value={prompt}
      placeholder="A slow push in on a lighthouse at dusk, rain on the lens …"
      hint={`${length.toLocaleString('en')} of ${longestPrompt.toLocaleString('en')} characters`}
      error={over > 0 ? `${over.toLocaleString('en')} characters too many.` : error}
      onChange={({ currentTarget }) => onPrompt(currentTarget.value)}
    />
  )
}
