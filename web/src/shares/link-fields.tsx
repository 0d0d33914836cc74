// The people who can open the link, and for how long.
import type { Share } from '@dailies/sdk'
import { localDay } from '../people/link-expiry.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { parseTime } from '../ui/parse-time.ts'
import type { SelectOption } from '../ui/select-popup.tsx'
import type { FieldsProps, Settings } from './share-settings.ts'
import styles from './shares.module.css'

const expiryOptions: readonly SelectOption<Settings['expiry']>[] = [
  ['never', 'Never'],
  ['day', 'In a day'],
  ['week', 'In a week'],
  ['month', 'In 30 days'],
  ['date', 'On a date…'],
]

const emailOptions = [
  ['NONE', 'Their name'],
  ['OPTIONAL', 'Their name, and their email if they like'],
  ['REQUIRED', 'Their name and their email'],
] as const

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })

export function LinkFields({ settings, change, errorAt, share }: FieldsProps & { share: Share | undefined }) {
  const { email, expiry, password } = settings
  const kept = share?.expiresAt ?? null
  return (
    <fieldset className={styles.group}>
      <legend>Link</legend>
      <SelectField
        label="Guests are asked for"
        value={email}
        options={emailOptions}
        hint="Once. Nobody checks it."
        onValue={(email) => change({ email })}
      />
      <SelectField
        label="Ends"
        value={expiry}
        options={
          kept === null ? expiryOptions : [['keep', `On ${day.format(parseTime(kept))}`], ...expiryOptions]
        }
        error={expiry === 'date' ? undefined : errorAt('/expiresAt')}
        onValue={(expiry) => change({ expiry })}
      />
      {expiry === 'date' && (
        <TextField
          label="Last day"
          type="date"
          required
          min={localDay()}
          value={settings.day}
          error={errorAt('/expiresAt')}
          onChange={({ currentTarget }) => change({ day: currentTarget.value })}
        />
      )}
      <SelectField
        label="Password"
        value={password}
        options={[
          ...(share?.hasPassword ? ([['keep', 'Keep the password']] as const) : []),
          ['none', 'None'],
          ['new', share?.hasPassword ? 'A new password…' : 'With a password…'],
        ]}
        onValue={(password) => change({ password })}
      />
      {password === 'new' && (
        <TextField
          label="New password"
          required
          maxLength={128}
          autoComplete="off"
          spellCheck={false}
          value={settings.newPassword}
          hint="Write it down: it is not shown again."
          error={errorAt('/password')}
          onChange={({ currentTarget }) => change({ newPassword: currentTarget.value })}
        />
      )}
    </fieldset>
  )
}
