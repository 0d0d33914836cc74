import type { WebhookDelivery } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../data/client.ts'
import { Button } from '../ui/button.tsx'
import { Time } from '../ui/time.tsx'
import { showDone } from '../ui/toasts.tsx'
import { Badge, ListItem, type Tone } from './section-layout.tsx'
import { deliveriesKey } from './settings-queries.ts'
import styles from './webhooks.module.css'

const states: Record<WebhookDelivery['state'], [Tone, string]> = {
  DELIVERED: ['good', 'Delivered'],
  PENDING: ['warn', 'Pending'],
  FAILED: ['bad', 'Failed'],
  SKIPPED: ['warn', 'Skipped'],
}

const failures: Record<NonNullable<WebhookDelivery['failure']>, string> = {
  EXHAUSTED: 'the last attempt failed',
  GONE: 'the receiver returned 410',
  INACTIVE: 'the webhook was disabled',
}

export function DeliveryItem({ delivery, webhookId }: { delivery: WebhookDelivery; webhookId: string }) {
  const { id, event, state, failure, createdAt, nextAttemptAt, sentWith } = delivery
  const [tone, word] = states[state]
  const [open, setOpen] = useState(false)
  const queries = useQueryClient()
  const redeliver = useMutation({
    mutationFn: () => client.webhookDeliveries.redeliver(id),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: deliveriesKey(webhookId) })
      showDone('The event will be sent again.')
    },
  })
  return (
    <ListItem
      title={<code>{event.type}</code>}
      badges={<Badge tone={tone}>{word}</Badge>}
      about={
        <>
          <Time of={createdAt} /> ·{' '}
          {sentWith === null ? attemptsInWords(delivery) : 'in the message of another event'}
          {state === 'SKIPPED' && ' · deleted since, or not visible to the owner of the webhook'}
          {failure !== null && ` · ${failures[failure]}`}
          {nextAttemptAt !== null && (
            <>
              {' '}
              · next <Time of={nextAttemptAt} />
            </>
          )}
        </>
      }
      actions={
        <>
          <Button small aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Hide details' : 'Details'}
          </Button>
          <Button small busy={redeliver.isPending} onClick={() => redeliver.mutate()}>
            {state === 'PENDING' ? 'Send now' : 'Send again'}
          </Button>
        </>
      }
    >
      {open && <Details delivery={delivery} />}
    </ListItem>
  )
}

function attemptsInWords({ attempts, eventCount, state, nextAttemptAt }: WebhookDelivery): string {
  if (state === 'PENDING' && nextAttemptAt === null) return 'waiting for more events of this kind'
  const count = attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`
  return eventCount === 1 ? count : `${count} · ${eventCount} events in one message`
}

function Details({ delivery: { request, attempts } }: { delivery: WebhookDelivery }) {
  const headers = Object.entries(request.headers)
  return (
    <div className={styles.details}>
      {attempts.map(({ number, url, startedAt, durationMs, status, error, response }) => (
        <section key={number} aria-label={`Attempt ${number}`}>
          <h3>
            Attempt {number}: {status === null ? 'no response' : `status ${status}`}
          </h3>
          <p className="quiet small">
            <Time of={startedAt} /> · {durationMs} ms · {url}
          </p>
          {error !== null && <p className={styles.wrong}>{error}</p>}
          {response !== null && response !== '' && <Source text={response} />}
        </section>
      ))}
      {attempts.length === 0 && <p className="quiet small">No attempts yet.</p>}
      <section aria-label="Request">
        <h3>Request</h3>
        <Source
          text={`${headers.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${pretty(request.body)}`}
        />
      </section>
    </div>
  )
}

function Source({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard.
    <pre className={styles.source} tabIndex={0}>
      {text}
    </pre>
  )
}

/** Formats JSON; any other text stays unchanged. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
