import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../data/client.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { fieldError } from '../ui/error-messages.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { showDone } from '../ui/toasts.tsx'
import { invitationsQuery } from './invitations.tsx'
import { ShownOnce } from './section-layout.tsx'

const roles = [
  ['MEMBER', 'Member: creates projects'],
  ['ADMIN', 'Admin: also manages members, keys and webhooks'],
  ['GUEST', 'Guest: sees projects they are added to'],
] as const

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<(typeof roles)[number][0]>('MEMBER')
  const queries = useQueryClient()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => client.invitations.create({ email: email.trim(), role }),
    async onSuccess({ url }) {
      await queries.invalidateQueries({ queryKey: invitationsQuery.queryKey })
      if (url !== null) return
      onClose()
      showDone('Invitation sent.')
    },
    gcTime: 0,
    meta: { ownErrors: true },
  })
  if (data?.url) {
    return (
      <Dialog open onClose={onClose} title={`Invite ${email.trim()}`}>
        <ShownOnce
          label={`Send this link to ${email.trim()}. It is shown only once and works for 14 days.`}
          text={data.url}
        />
        <DialogButtons>
          <Button onClick={onClose}>Done</Button>
        </DialogButtons>
      </Dialog>
    )
  }
  return (
    <Dialog open onClose={onClose} title="Invite a member">
      <Form onSubmit={() => mutate()}>
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          required
          value={email}
          error={fieldError(error, '/email')}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <SelectField label="Role" options={roles} value={role} onValue={setRole} />
        <ProblemNote error={error} />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" busy={isPending}>
            Invite
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
