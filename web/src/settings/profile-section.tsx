import type { Account } from '@dailies/sdk'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { client } from '../data/client.ts'
import { accountQuery, keys } from '../data/queries.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { fieldError } from '../ui/error-messages.ts'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { applyTheme, chosenTheme } from '../ui/theme.ts'
import { showDone } from '../ui/toasts.tsx'
import { AvatarSetting } from './avatar-setting.tsx'
import styles from './profile-section.module.css'
import { SectionHead, Sheet } from './section-layout.tsx'

export function ProfileSection() {
  const { data: me } = useSuspenseQuery(accountQuery)
  const { done } = useSearch({ from: '/settings/$section' })
  return (
    <>
      <SectionHead title="Profile">
        {me.guest && 'You joined by a link, so there is nothing to sign in to.'}
      </SectionHead>
      {done === 'reset' && (
        <p className={styles.welcome} role="status">
          Your password is set. You are signed out everywhere else, and all passkeys, API keys and connected
          apps of your account are removed.{' '}
          <Link to="/settings/$section" params={{ section: 'passkeys' }}>
            Add passkey
          </Link>{' '}
          or <Link to="/projects">continue to your projects</Link>.
        </p>
      )}
      <Sheet title="Avatar" about="Shown to others beside your name.">
        <AvatarSetting
          name={me.displayName ?? me.name}
          url={me.avatarUrl}
          id={me.id}
          onSet={(image) => client.account.setAvatar(image)}
          onRemove={() => client.account.removeAvatar()}
        />
      </Sheet>
      <ProfileForm />
      {!me.guest && <PasswordForm key={String(me.hasPassword)} />}
      <ThemeChoice />
    </>
  )
}

function ProfileForm() {
  const { data: me } = useSuspenseQuery(accountQuery)
  const [name, setName] = useState(me.name)
  const [displayName, setDisplayName] = useState(me.displayName ?? '')
  const [email, setEmail] = useState(me.email)
  const [currentPassword, setCurrentPassword] = useState('')
  const [confirms, setConfirms] = useState(false)
  const moves = !me.guest && (confirms || email.trim() !== me.email)
  const asksPassword = moves && me.hasPassword
  const { mutate, error, isPending } = useAccountUpdate('Profile saved.')
  const save = () =>
    mutate(
      {
        name: name.trim(),
        displayName: displayName.trim(),
        ...(moves && { email: email.trim(), ...(asksPassword && { currentPassword }) }),
      },
      {
        onSuccess() {
          setCurrentPassword('')
          // The new address takes effect when it is confirmed; until then the field shows the current one.
          setEmail(me.email)
          setConfirms(false)
        },
      },
    )
  // The form asks for the password first, if there is one.
  const confirm = () => (me.hasPassword ? setConfirms(true) : mutate({ email: me.email }))
  return (
    <Sheet title="Account">
      <Form onSubmit={save}>
        <TextField
          label="Name"
          hint="Shown to others."
          autoComplete="name"
          required
          maxLength={100}
          value={name}
          error={fieldError(error, '/name')}
          onChange={typed(setName)}
        />
        <TextField
          label={`Display name in ${me.workspace.name}`}
          hint="Optional. Shown in this workspace instead of your name."
          autoComplete="off"
          maxLength={100}
          value={displayName}
          error={fieldError(error, '/displayName')}
          onChange={typed(setDisplayName)}
        />
        {!me.guest && (
          <TextField
            label="Email"
            type="email"
            autoComplete="email"
            required
            value={email}
            error={fieldError(error, '/email')}
            onChange={typed(setEmail)}
          />
        )}
        {!me.guest && <AddressState me={me} asked={moves} onConfirm={confirm} />}
        {asksPassword && (
          <TextField
            label="Current password"
            hint="Needed to change the address of your account."
            type="password"
            autoComplete="current-password"
            required
            value={currentPassword}
            onChange={typed(setCurrentPassword)}
          />
        )}
        <ProblemNote error={error} />
        <Button type="submit" look="main" busy={isPending}>
          Save
        </Button>
      </Form>
    </Sheet>
  )
}

/** Why a new address is pending, and who can confirm it. */
function AddressState({ me, asked, onConfirm }: { me: Account; asked: boolean; onConfirm: () => void }) {
  const { pendingEmail } = me
  if (pendingEmail === null && (me.emailConfirmed || asked)) return null
  if (pendingEmail === null)
    return (
      <p className="small" role="status">
        This address is not confirmed, so invitations to other workspaces do not reach your account.{' '}
        <Button small onClick={onConfirm}>
          Confirm address
        </Button>
      </p>
    )
  return (
    <p className="small" role="status">
      {pendingEmail.mailed ? (
        <>
          We sent a link to <strong>{pendingEmail.email}</strong>. Open it to use this address; until then{' '}
          {me.email} stays. To get another link, enter the address again.
        </>
      ) : (
        <>
          <strong>{pendingEmail.email}</strong> is not confirmed yet. This server sends no mail, so ask the
          person who runs it to confirm the address.
        </>
      )}
    </p>
  )
}

function PasswordForm() {
  const { data: me } = useSuspenseQuery(accountQuery)
  const [password, setPassword] = useState('')
  const [currentPassword, setCurrentPassword] = useState('')
  const { mutate, error, isPending } = useAccountUpdate('Password saved. You are signed out everywhere else.')
  const save = () =>
    mutate(
      { password, ...(me.hasPassword && { currentPassword }) },
      {
        onSuccess() {
          setPassword('')
          setCurrentPassword('')
        },
      },
    )
  return (
    <Sheet title="Password" about="A new password signs you out everywhere else.">
      <Form onSubmit={save}>
        {/* For password managers, which store the address with the password. */}
        <input type="text" name="username" autoComplete="username" value={me.email} readOnly hidden />
        {me.hasPassword && (
          <TextField
            label="Current password"
            type="password"
            autoComplete="current-password"
            required
            value={currentPassword}
            onChange={typed(setCurrentPassword)}
          />
        )}
        <TextField
          label="New password"
          hint="At least 10 characters. A few words are easy to remember."
          type="password"
          autoComplete="new-password"
          required
          minLength={10}
          maxLength={128}
          value={password}
          error={fieldError(error, '/password')}
          onChange={typed(setPassword)}
        />
        <ProblemNote error={error} />
        <Button type="submit" busy={isPending}>
          {me.hasPassword ? 'Change password' : 'Set password'}
        </Button>
      </Form>
    </Sheet>
  )
}

function useAccountUpdate(done: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (fields: Parameters<typeof client.account.update>[0]) => client.account.update(fields),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: keys.account })
      showDone(done)
    },
    meta: { ownErrors: true },
  })
}

function ThemeChoice() {
  const [theme, setTheme] = useState(chosenTheme)
  return (
    <Sheet title="Appearance" about="For this browser. The review room is always dark.">
      <Choice
        label="Theme"
        value={theme}
        options={[
          { value: 'system', label: 'System' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
        onValue={(value) => {
          applyTheme(value)
          setTheme(value)
        }}
      />
    </Sheet>
  )
}

function typed(set: (text: string) => void) {
  return (event: FormEvent<HTMLInputElement>) => set(event.currentTarget.value)
}
