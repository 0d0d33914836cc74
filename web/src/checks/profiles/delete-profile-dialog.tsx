import type { CheckProfile } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../data/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { showDone } from '../../ui/toasts.tsx'
import { useOpenProfile } from './place-link.tsx'
import { checksKey, type Place } from './profile-queries.ts'

/** Projects and the workspace that use it get another one. */
export function DeleteProfileDialog({
  place,
  profile,
  profiles,
  onClose,
}: {
  place: Place
  profile: CheckProfile
  profiles: CheckProfile[]
  onClose: () => void
}) {
  const { id, name, usedBy } = profile
  const isUsed = usedBy.workspace || usedBy.projects > 0
  const [replacement, setReplacement] = useState('web')
  const queries = useQueryClient()
  const open = useOpenProfile(place)
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => client.checkProfiles.delete(id, isUsed ? { replaceWith: replacement } : {}),
    async onSuccess() {
      onClose()
      await open()
      await queries.invalidateQueries({ queryKey: checksKey(place) })
      showDone('Check profile deleted.')
    },
    onError: () => queries.invalidateQueries({ queryKey: checksKey(place) }),
    meta: { ownErrors: true },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Delete ${name}?`}
      description={`${usersOf(usedBy)} Results of earlier checks stay.`}
    >
      <Form onSubmit={() => mutate()}>
        {isUsed && (
          <SelectField
            label="Use instead"
            options={profiles
              .filter((one) => one.id !== id)
              .map((one): [string, string] => [one.id, one.name])}
            value={replacement}
            onValue={setReplacement}
          />
        )}
        <ProblemNote error={error} />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" busy={isPending}>
            Delete check profile
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

function usersOf({ workspace, projects }: CheckProfile['usedBy']): string {
  const some = projects === 1 ? '1 project' : `${projects} projects`
  if (workspace && projects > 0) return `The workspace and ${some} use it.`
  if (workspace) return 'It is the default of the workspace.'
  return projects > 0 ? `${some} ${projects === 1 ? 'uses' : 'use'} it.` : 'No project uses it.'
}
