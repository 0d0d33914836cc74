import type { Webhook, WebhookFormat } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../data/client.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { fieldError } from '../ui/error-messages.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { showDone } from '../ui/toasts.tsx'
import type { EventFilter } from './event-filters.ts'
import { EventPicker } from './event-picker.tsx'
import { ShownOnce } from './section-layout.tsx'
import { webhooksQuery } from './settings-queries.ts'
import { chatEvents, chatWarning, formatOptions, formatTexts } from './webhook-formats.ts'

/** Creates a webhook, or edits the given one. */
export function WebhookDialog({ webhook, onClose }: { webhook?: Webhook; onClose: () => void }) {
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [description, setDescription] = useState(webhook?.description ?? '')
  const [events, setEvents] = useState((webhook?.events ?? ['*']) as EventFilter[])
  const [format, setFormat] = useState<WebhookFormat>(webhook?.format ?? 'standard')
  const isChat = format !== 'standard'
  const queries = useQueryClient()
  const navigate = useNavigate()
  /** Proposes events for the format, unless the user has chosen some. */
  function chooseFormat(next: WebhookFormat) {
    const proposal: EventFilter[] = next === 'standard' ? ['*'] : chatEvents
    const isProposed = events.join() === (isChat ? chatEvents.join() : '*')
    setFormat(next)
    if (isProposed) setEvents(proposal)
  }
  const { mutate, data, error, isPending } = useMutation({
    async mutationFn() {
      const fields = { url: url.trim(), events, description: description.trim() || null }
      if (webhook === undefined) return client.webhooks.create({ ...fields, format })
      await client.webhooks.update(webhook.id, fields)
      return undefined
    },
    async onSuccess(made) {
      await queries.invalidateQueries({ queryKey: webhooksQuery.queryKey })
      if (made !== undefined && !isChat) return
      onClose()
      if (made === undefined) return showDone('Webhook saved.')
      await navigate({
        to: '/settings/$section',
        params: { section: 'webhooks' },
        search: { webhook: made.id },
      })
      showDone('Webhook created. Send a test to see a message in the chat.')
    },
    gcTime: 0,
    meta: { ownErrors: true },
  })
  if (data && !isChat) return <SecretDialog secret={data.secret} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={webhook ? 'Edit webhook' : 'Create webhook'} wide>
      <Form onSubmit={() => mutate()}>
        {webhook === undefined && (
          <SelectField
            label="Format"
            hint={isChat ? `${formatTexts[format].about} ${chatWarning}` : formatTexts[format].about}
            options={formatOptions}
            value={format}
            onValue={chooseFormat}
          />
        )}
        <TextField
          label="URL"
          hint={formatTexts[format].url}
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
