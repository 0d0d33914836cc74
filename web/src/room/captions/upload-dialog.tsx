// Uploads a caption file: its language, and a name beside it.
import type { FileDetails } from '@dailies/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../data/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { showDone } from '../../ui/toasts.tsx'
import { chooseCaptions } from './caption-queries.ts'
import { languageOf, languageOptions } from './languages.ts'

type UploadDialogProps = {
  file: FileDetails
  source: File
  onDone: () => Promise<void>
  onClose: () => void
}

export function UploadDialog({ file, source, onDone, onClose }: UploadDialogProps) {
  const [given] = useState(() => languageOf(source.name))
  const [language, setLanguage] = useState(given ?? '')
  const [label, setLabel] = useState('')
  const upload = useMutation({
    mutationFn: async () =>
      client.captions.create(file.id, {
        text: await source.text(),
        language: language || null,
        label: label.trim() || null,
      }),
    async onSuccess({ id }) {
      await onDone()
      const { captions } = await client.captions.list(file.id)
      chooseCaptions(captions.find((one) => one.id === id))
      showDone('Captions uploaded.')
      onClose()
    },
    meta: { ownErrors: true },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Upload captions"
      description={<span dir="auto">{source.name}</span>}
    >
      <Form onSubmit={() => upload.mutate()}>
        <SelectField
          label="Language"
          value={language}
          options={languageOptions('As the file says, or unknown', given)}
          onValue={setLanguage}
        />
        <TextField
          label="Name beside the language (optional)"
          placeholder="SDH"
          maxLength={100}
          value={label}
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        />
        <ProblemNote error={upload.error} />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="main" type="submit" busy={upload.isPending}>
            Upload
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
