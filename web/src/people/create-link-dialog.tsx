import type { AccessLink } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { client } from '../data/client.ts'
import { keys } from '../data/queries.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { fieldError } from '../ui/error-messages.ts'
import { CheckField, SelectField, TextField } from '../ui/field.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { type Expiry, expiryTime, localDay } from './link-expiry.ts'
import { linkAddress } from './links.ts'
import styles from './people.module.css'
import { type LinkRole, linkRoles, roleHints, roleOptions } from './roles.ts'

const expiryOptions: readonly (readonly [Expiry, string])[] = [
  ['never', 'Never'],
  ['day', 'In a day'],
  ['week', 'In a week'],
  ['month', 'In 30 days'],
  ['date', 'On a date…'],
]

export function CreateLinkDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const [made, setMade] = useState<{ link: AccessLink; password: string }>()
  return (
    <Dialog
      open
      onClose={onClose}
      title={made ? 'Link created' : 'New access link'}
      description={
        made ? 'Send it to the people who should join.' : 'Anyone with the link can join the project.'
      }
    >
      {made ? (
        <ReadyLink {...made} onClose={onClose} />
      ) : (
        <LinkForm
          projectId={projectId}
          onMade={(link, password) => setMade({ link, password })}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

function LinkForm({
  projectId,
  onMade,
  onClose,
}: {
  projectId: string
  onMade: (link: AccessLink, password: string) => void
  onClose: () => void
}) {
  const [role, setRole] = useState<LinkRole>('PROJECT_REVIEWER')
  const [expiry, setExpiry] = useState<Expiry>('never')
  const queries = useQueryClient()
  const create = useMutation({
    async mutationFn(form: FormData) {
      const text = (name: string) => String(form.get(name) ?? '')
      const { id } = await client.accessLinks.create(projectId, {
        role,
        description: text('description').trim() || null,
        password: text('password') || null,
        expiresAt: expiryTime(expiry, text('date')),
        allowDownload: form.has('allowDownload'),
      })
      return { link: await client.accessLinks.get(id), password: text('password') }
    },
    meta: { ownErrors: true },
    onSuccess({ link, password }) {
      void queries.invalidateQueries({ queryKey: keys.project(projectId, 'links') })
      onMade(link, password)
    },
  })
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    create.mutate(new FormData(event.currentTarget))
  }
  const errorAt = (path: string) => fieldError(create.error, path)
  return (
    <form className={styles.form} onSubmit={submit}>
      <SelectField
        label="Role"
        value={role}
        options={roleOptions(linkRoles)}
        hint={roleHints[role]}
        onValue={setRole}
      />
      <TextField
        label="Description"
        name="description"
        maxLength={500}
        hint="Who the link is for. Only managers see it."
        error={errorAt('/description')}
      />
      <TextField
        label="Password"
        name="password"
        maxLength={128}
        autoComplete="off"
        spellCheck={false}
        hint="Leave empty for none. Write it down: it is not shown again."
        error={errorAt('/password')}
      />
      <SelectField
        label="Expires"
        value={expiry}
        options={expiryOptions}
        error={expiry === 'date' ? undefined : errorAt('/expiresAt')}
        onValue={setExpiry}
      />
      {expiry === 'date' && (
        <TextField
          label="Last day"
          name="date"
          type="date"
          required
          min={localDay()}
          error={errorAt('/expiresAt')}
        />
      )}
      <CheckField
        label="Guests may download files"
        name="allowDownload"
        defaultChecked
        hint="People with an account can always download."
      />
      <ProblemNote error={create.error} />
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="main" busy={create.isPending}>
          Create link
        </Button>
      </DialogButtons>
    </form>
  )
}

function ReadyLink({ link, password, onClose }: { link: AccessLink; password: string; onClose: () => void }) {
  const address = linkAddress(link.accessKey ?? '')
  return (
    <div className={styles.form}>
      <TextField
        label="Link"
        readOnly
        value={address}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {password !== '' && (
        <TextField
          label="Password"
          readOnly
          value={password}
          hint="Send it separately from the link. It is not shown again."
        />
      )}
      <DialogButtons>
        <Button onClick={onClose}>Done</Button>
        {password !== '' && <CopyButton text={password}>Copy password</CopyButton>}
        <CopyButton look="main" text={address}>
          Copy link
        </CopyButton>
      </DialogButtons>
    </div>
  )
}
