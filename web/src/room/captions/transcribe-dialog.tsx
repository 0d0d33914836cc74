// Asks before the speech of a file is transcribed: that may cost money.
import type { Captions, FileDetails } from '@dailies/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../data/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { languageOptions } from './languages.ts'

type TranscribeDialogProps = {
  file: FileDetails
  failed: Captions | undefined
  onDone: () => Promise<void>
  onClose: () => void
}

export function TranscribeDialog({ file, failed, onDone, onClose }: TranscribeDialogProps) {
  const [language, setLanguage] = useState('')
  const transcribe = useMutation({
    // The dialog says what happened before, so that a person who goes on pays knowingly.
    mutationFn: () =>
      client.captions.transcribe(file.id, { language: language || null, payAgain: failed !== undefined }),
    async onSuccess() {
      await onDone()
      onClose()
    },
    meta: { ownErrors: true },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={failed ? 'Transcribe again?' : 'Transcribe speech?'}
      description="The audio of this file is sent to the speech-to-text service of this server, which may charge for it."
    >
      <Form onSubmit={() => transcribe.mutate()}>
        {failed?.failure && <p>The last attempt failed. {failed.failure.message}</p>}
        <SelectField
          label="Spoken language"
          value={language}
          options={languageOptions('Detect')}
          onValue={setLanguage}
        />
        <ProblemNote error={transcribe.error} />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="main" type="submit" busy={transcribe.isPending}>
            Transcribe
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
