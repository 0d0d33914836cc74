import type { CheckProfile } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../data/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { fieldError } from '../../ui/error-messages.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { useOpenProfile } from './place-link.tsx'
import { checksKey, type Place } from './profile-queries.ts'

const nothing = 'nothing'

/** A new check profile, empty or as a copy, which is then opened. */
export function NewProfileDialog({
  place,
  profiles,
  from = 'web',
  onClose,
}: {
  place: Place
  profiles: CheckProfile[]
  from: string | undefined
  onClose: () => void
}) {
  const [name, setName] = useState('')
  const [source, setSource] = useState(from)
  const queries = useQueryClient()
  const open = useOpenProfile(place)
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      client.checkProfiles.create({
        name: name.trim(),
        rules: profiles.find(({ id }) => id === source)?.rules ?? {},
        ...(place !== null && { projectId: place }),
      }),
    async onSuccess({ id }) {
      await queries.invalidateQueries({ queryKey: checksKey(place) })
      onClose()
      await open(id)
    },
    meta: { ownErrors: true },
  })
  return (
    <Dialog open onClose={onClose} title="New check profile">
      <Form onSubmit={() => mutate()}>
        <TextField
          label="Name"
          required
          maxLength={60}
          value={name}
          error={fieldError(error, '/name')}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <SelectField
          label="Start from"
          hint="The rules are copied. Later changes of the original do not change the copy."
          options={[...profiles.map(({ id, name }): [string, string] => [id, name]), [nothing, 'No rules']]}
          value={source}
          onValue={setSource}
        />
        <ProblemNote error={error} />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" busy={isPending} disabled={name.trim() === ''}>
            Create check profile
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
