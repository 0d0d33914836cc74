import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../data/client.ts'
import { accountQuery, keys } from '../data/queries.ts'
import { Button } from '../ui/button.tsx'
import { fieldError } from '../ui/error-messages.ts'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { showDone } from '../ui/toasts.tsx'
import { AccentForm } from './accent-form.tsx'
import { AvatarSetting } from './avatar-setting.tsx'
import { SectionHead, Sheet } from './section-layout.tsx'

export function WorkspaceSection() {
  const { data: me } = useSuspenseQuery(accountQuery)
  const { workspace } = me
  return (
    <>
      <SectionHead title="Workspace">What everybody in this workspace sees.</SectionHead>
      <Sheet title="Avatar">
        <AvatarSetting
          name={workspace.name}
          url={workspace.avatarUrl}
          id={workspace.id}
          onSet={(image) => client.workspace.setAvatar(image)}
          onRemove={() => client.workspace.removeAvatar()}
        />
      </Sheet>
      <NameForm />
      <AccentForm />
    </>
  )
}

function NameForm() {
  const { data: me } = useSuspenseQuery(accountQuery)
  const [name, setName] = useState(me.workspace.name)
  const queries = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => client.workspace.update({ name: name.trim() }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: keys.account })
      showDone('Workspace saved.')
    },
    meta: { ownErrors: true },
  })
  return (
    <Sheet title="Details">
      <Form onSubmit={() => mutate()}>
        <TextField
          label="Name"
          required
          maxLength={100}
          value={name}
          error={fieldError(error, '/name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <ProblemNote error={error} />
        <Button type="submit" look="main" busy={isPending}>
          Save
        </Button>
      </Form>
    </Sheet>
  )
}
