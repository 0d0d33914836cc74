// How a person hears of things outside of the app.
import type { MailFrequency, NotificationSettings } from '@dailies/sdk'
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../data/client.ts'
import { accountQuery, keys, withoutEvents } from '../data/queries.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { fieldError } from '../ui/error-messages.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { Time } from '../ui/time.tsx'
import { showDone } from '../ui/toasts.tsx'
import styles from './notifications-section.module.css'
import { PushSetting } from './push-setting.tsx'
import { SectionHead, Sheet } from './section-layout.tsx'

const settingsQuery = queryOptions({
  queryKey: keys.settings('notifications'),
  queryFn: ({ signal }) => client.notifications.getSettings({ signal }),
  ...withoutEvents,
})

export function NotificationsSection() {
  const { data: me } = useSuspenseQuery(accountQuery)
  const { data: settings } = useSuspenseQuery(settingsQuery)
  return (
    <>
      <SectionHead title="Notifications">
        You hear of what concerns you: mentions, replies, reviews and verdicts. Each project has a level, and
        single files can be muted.
      </SectionHead>
      <MailSheet settings={settings} isGuest={me.guest} />
      <PushSetting />
    </>
  )
}

const frequencies: Record<MailFrequency, { label: string; about: string }> = {
  SOON: { label: 'Soon', about: 'One mail about what you have not seen for 10 minutes.' },
  HOURLY: { label: 'Hourly', about: 'At most one mail an hour, about what you have not seen.' },
  DAILY: { label: 'Daily', about: 'One mail a day at 9:00, about what you have not seen.' },
  WEEKLY: { label: 'Weekly', about: 'One mail on Monday at 9:00, about what you have not seen.' },
  NEVER: { label: 'Never', about: 'No mail. You still see notifications in the app.' },
}

function MailSheet({ settings, isGuest }: { settings: NotificationSettings; isGuest: boolean }) {
  const { mail, timeZone, email, mailConfigured, mailStopped } = settings
  const { mutate, error } = useSettingsUpdate()
  if (!mailConfigured)
    return (
      <Sheet title="Mail">
        <p>This server sends no mail. Ask the person who runs it to set up a mail server.</p>
      </Sheet>
    )
  return (
    <Sheet
      title="Mail"
      about={email !== null && mailStopped === null && <Recipient {...settings} isGuest={isGuest} />}
    >
      <StoppedNote settings={settings} />
      {isGuest && <GuestAddress email={email} />}
      {email !== null && (
        <>
          <Choice
            label="How often"
            value={mail}
            options={Object.entries(frequencies).map(([value, { label }]) => ({
              value: value as MailFrequency,
              label,
            }))}
            onValue={(value) => mutate({ mail: value })}
          />
          <p className="quiet small" aria-live="polite">
            {frequencies[mail].about}
          </p>
          {(mail === 'DAILY' || mail === 'WEEKLY') && (
            <TimeZoneField value={timeZone} onValue={(value) => mutate({ timeZone: value })} />
          )}
        </>
      )}
      <ProblemNote error={error} />
    </Sheet>
  )
}

function Recipient({ email, emailConfirmed, isGuest }: NotificationSettings & { isGuest: boolean }) {
  if (isGuest) return <>Sent to {email}, for as long as your link works.</>
  return emailConfirmed ? (
    <>Sent to {email}.</>
  ) : (
    <>Your address {email} is not confirmed, so no mail is sent. Confirm it in your profile.</>
  )
}

/** The mail server rejected the address. */
function StoppedNote({ settings: { mailStopped, email } }: { settings: NotificationSettings }) {
  const { mutate, isPending } = useSettingsUpdate('Mail is sent to this address again.')
  if (mailStopped === null) return null
  return (
    <div className={styles.stopped} role="status">
      <p>
        <strong>Mail to {email} stopped</strong> <Time of={mailStopped.since} />. The mail server answered:
      </p>
      <p className={styles.reason}>{mailStopped.reason}</p>
      <Button small busy={isPending} onClick={() => mutate({ mailStopped: null })}>
        Try again
      </Button>
    </div>
  )
}

function GuestAddress({ email }: { email: string | null }) {
  const [typed, setTyped] = useState(email ?? '')
  const { mutate, error, isPending } = useSettingsUpdate()
  const send = () =>
    mutate({ email: typed.trim() }, { onSuccess: () => showDone('We sent a link to this address. Open it.') })
  return (
    <Form onSubmit={send}>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        hint="We send a link there first. Mail starts when you open it."
        value={typed}
        error={fieldError(error, '/email')}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" look="main" busy={isPending} disabled={typed.trim() === email}>
          Send link
        </Button>
        {email !== null && (
          <Button busy={isPending} onClick={() => mutate({ email: null }, { onSuccess: () => setTyped('') })}>
            Remove address
          </Button>
        )}
      </div>
    </Form>
  )
}

function TimeZoneField({ value, onValue }: { value: string | null; onValue: (zone: string) => void }) {
  const chosen = value ?? 'UTC'
  const zones = [...new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort()
  return (
    <div className={styles.zone}>
      <SelectField
        label="Time zone"
        options={zones.map((zone) => [zone, zone.replaceAll('_', ' ')] as const)}
        value={chosen}
        onValue={onValue}
      />
    </div>
  )
}

/** The choice is shown at once, and taken back if it cannot be saved. */
function useSettingsUpdate(done?: string) {
  const queries = useQueryClient()
  const { queryKey } = settingsQuery
  return useMutation({
    mutationFn: (fields: NonNullable<Parameters<typeof client.notifications.updateSettings>[0]>) =>
      client.notifications.updateSettings(fields),
    onMutate({ mail, timeZone }) {
      const before = queries.getQueryData(queryKey)
      if (before)
        queries.setQueryData(queryKey, { ...before, ...(mail && { mail }), ...(timeZone && { timeZone }) })
    },
    onSuccess: () => done !== undefined && showDone(done),
    onSettled: () => queries.invalidateQueries({ queryKey }),
    meta: { ownErrors: true },
  })
}
