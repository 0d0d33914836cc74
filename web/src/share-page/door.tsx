// The door of a share: who shares, their welcome, and the guest's name, asked once.
import { DailiesError } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { client } from '../data/client.ts'
import { Button } from '../ui/button.tsx'
import { fieldError, PlainProblem } from '../ui/error-messages.ts'
import { TextField } from '../ui/field.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { useBrand, useShareTitle } from './brand.ts'
import { storedGuest, storeGuest, storeToken } from './credential.ts'
import styles from './door.module.css'
import { Logo } from './logo.tsx'
import { type Entrance, entranceQuery } from './share-queries.ts'

type DoorProps = Extract<Entrance, { state: 'DOOR' }> & { shareKey: string }

export function Door({ shareKey, look }: DoorProps) {
  const { workspace, name, welcome } = look
  useBrand(workspace)
  useShareTitle(name, workspace.name)
  return (
    <main id="main" className={styles.door}>
      <div className={styles.card}>
        <Logo brand={workspace} size={64} />
        <div>
          <p className={styles.from}>{workspace.name} shares with you</p>
          <h1 className={styles.title}>{name ?? 'A private link'}</h1>
        </div>
        {welcome !== null && <p className={styles.welcome}>{welcome}</p>}
        <OpenForm shareKey={shareKey} look={look} />
      </div>
    </main>
  )
}

function OpenForm({
  shareKey,
  look: { state, email: asksEmail, member },
}: Pick<DoorProps, 'shareKey' | 'look'>) {
  const queries = useQueryClient()
  const open = useMutation({
    async mutationFn(form: FormData) {
      const text = (field: string) => String(form.get(field) ?? '').trim()
      const introduced = { name: text('name'), email: text('email') || null }
      const password = String(form.get('password') ?? '')
      const { token, guest } = await client.shares
        .open({ key: shareKey, ...(!member && introduced), ...(password !== '' && { password }) })
        .catch((error: unknown) => {
          throw toldAtDoor(error)
        })
      if (!member) storeGuest(introduced)
      storeToken(shareKey, token, guest)
    },
    meta: { ownErrors: true },
    onSuccess: () => queries.invalidateQueries({ queryKey: entranceQuery(shareKey, null).queryKey }),
  })
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    open.mutate(new FormData(event.currentTarget))
  }
  const wrong = open.error instanceof WrongPassword ? open.error.message : undefined
  return (
    <form className={styles.form} onSubmit={submit}>
      {member ? (
        <p className="quiet">
          You are a member of this project. You see what guests see, and they do not see that you looked.
        </p>
      ) : (
        <GuestFields asksEmail={asksEmail} error={open.error} />
      )}
      {state === 'PASSWORD' && (
        <TextField
          label="Password"
          name="password"
          type="password"
          required
          maxLength={128}
          autoComplete="off"
          error={wrong}
        />
      )}
      {wrong === undefined && <ProblemNote error={open.error} />}
      <Button type="submit" look="main" busy={open.isPending}>
        {member ? 'See it as the client does' : 'Open'}
      </Button>
    </form>
  )
}

type GuestFieldsProps = { asksEmail: DoorProps['look']['email']; error: Error | null }

function GuestFields({ asksEmail, error }: GuestFieldsProps) {
  const [known] = useState(storedGuest)
  return (
    <>
      <TextField
        label="Your name"
        name="name"
        required
        maxLength={100}
        autoComplete="name"
        defaultValue={known.name}
        error={fieldError(error, '/name')}
      />
      {asksEmail !== 'NONE' && (
        <TextField
          label={asksEmail === 'REQUIRED' ? 'Your email' : 'Your email (optional)'}
          name="email"
          type="email"
          required={asksEmail === 'REQUIRED'}
          maxLength={254}
          autoComplete="email"
          defaultValue={known.email ?? ''}
          hint="Only the people who share see it."
          error={fieldError(error, '/email')}
        />
      )}
    </>
  )
}

class WrongPassword extends PlainProblem {}

/** The server does not say whether the password is wrong or the link has ended. */
function toldAtDoor(error: unknown): unknown {
  if (!(error instanceof DailiesError) || error.code !== 'share_refused') return error
  return new WrongPassword('This password does not open the link. Check it, or ask for it again.')
}
