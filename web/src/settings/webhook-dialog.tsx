import type { Webhook } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../data/client.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { fieldError } from '../ui/error-messages.ts'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { showDone } from '../ui/toasts.tsx'
import type { EventFilter } from './event-filters.ts'
import { EventPicker } from './event-picker.tsx'
import { ShownOnce } from './section-layout.tsx'
import { webhooksQuery } from './settings-queries.ts'

/** Creates a webhook, or edits the given one. */
export function WebhookDialog({ webhook, onClose }: { webhook?: Webhook; onClose: () => void }) {
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [description, setDescription] = useState(webhook?.description ?? '')
  const [events, setEvents] = useState((webhook?.events ?? ['*']) as EventFilter[])
  const queries = useQueryClient()
  const { mutate, data, error, isPending } = useMutation({
    async mutationFn() {
      const fields = { url: url.trim(), events, description: description.trim() || null }
      if (webhook === undefined) return client.webhooks.create(fields)
      await client.webhooks.update(webhook.id, fields)
      return undefined
    },
    async onSuccess(made) {
      await queries.invalidateQueries({ queryKey: webhooksQuery.queryKey })
      if (made !== undefined) return
      onClose()
      showDone('Webhook saved.')
    },
    gcTime: 0,
    meta: { ownErrors: true },
  })
  if (data) return <SecretDialog secret={data.secret} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={webhook ? 'Edit webhook' : 'Create webhook'} wide>
      <Form onSubmit={() => mutate()}>
        <TextField
          label="URL"
          hint="Where events are sent. It must be a public https address."
          type="url"
          required
          maxLength={2048}
          value={url}
          error={fieldError(error, '/url')}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <TextField
          label="Description"
          maxLength={500}
          value={description}
          error={fieldError(error, '/description')}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <EventPicker chosen={events} onChosen={setEvents} />
        <ProblemNote error={error} />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" busy={isPending} disabled={events.length === 0}>
            {webhook ? 'Save' : 'Create webhook'}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Webhook secret"
      description={
        <>
          The receiver uses it to check that a request comes from this server.{' '}
          <a href="/docs/webhooks#verify-the-signature">How</a>
        </>
      }
    >
      <ShownOnce label="Copy it now: it is shown only once." text={secret} />
      <DialogButtons>
        <Button onClick={onClose}>Done</Button>
      </DialogButtons>
    </Dialog>
  )
}
