import type { Webhook } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../data/client.ts'
import { useListChange } from '../data/list-change.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showDone } from '../ui/toasts.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { filtersInWords } from './event-filters.ts'
import { BackLink, Badge, SectionHead } from './section-layout.tsx'
import { deliveriesKey, webhooksQuery } from './settings-queries.ts'
import { SecretDialog, WebhookDialog } from './webhook-dialog.tsx'
import { formatTexts } from './webhook-formats.ts'
import styles from './webhooks.module.css'

export function WebhookState({ webhook: { active, disabledReason } }: { webhook: Webhook }) {
  if (active) return <Badge tone="good">Active</Badge>
  if (disabledReason === null) return <Badge tone="warn">Paused</Badge>
  return <Badge tone="bad">Disabled: {reasons[disabledReason]}</Badge>
}

const reasons = {
  GONE: 'it returned 410',
  FAILING: 'no delivery succeeded for three days',
  OWNER_REMOVED: 'its owner may no longer manage webhooks',
}

export function WebhookPage({ webhook }: { webhook: Webhook }) {
  const { url, description, events, format, active, owner } = webhook
  return (
    <>
      <BackLink section="webhooks">All webhooks</BackLink>
      <SectionHead title={url}>{description}</SectionHead>
      <div className={styles.facts}>
        <WebhookState webhook={webhook} /> <span className="quiet">Format: {formatTexts[format].name}</span>
        <span className="quiet">Events: {filtersInWords(events)}</span>
        {owner && <span className="quiet">Owner: {owner.name}</span>}
      </div>
      {format !== 'standard' && (
        <p className="quiet">
          Messages show what {owner?.name ?? 'the owner'} may see: names, excerpts of comments and a still.
        </p>
      )}
      <WebhookActions webhook={webhook} />
      <DeliveryLog webhookId={webhook.id} active={active} />
    </>
  )
}

function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { id, active, format } = webhook
  const [open, setOpen] = useState<'edit' | 'rotate' | 'delete'>()
  const close = () => setOpen(undefined)
  const queries = useQueryClient()
  const test = useMutation({
    mutationFn: () => client.webhooks.test(id),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: deliveriesKey(id) })
      showDone(format === 'standard' ? 'Test event sent.' : 'Test message sent.')
    },
  })
  const pause = useListChange<Webhook, boolean>(webhooksQuery.queryKey, {
    send: (next) => client.webhooks.update(id, { active: next }),
    change: (item, next) => (item.id === id ? { ...item, active: next, disabledReason: null } : item),
    done: (next) => (next ? 'Webhook resumed.' : 'Webhook paused.'),
  })
  return (
    <div className={styles.actions}>
      <Button look="main" busy={test.isPending} disabled={!active} onClick={() => test.mutate()}>
        Send test
      </Button>
      <Button onClick={() => setOpen('edit')}>Edit</Button>
      <Button onClick={() => pause.mutate(!active)}>{active ? 'Pause' : 'Resume'}</Button>
      {format === 'standard' && <Button onClick={() => setOpen('rotate')}>New secret</Button>}
      <Button look="danger" onClick={() => setOpen('delete')}>
        Delete
      </Button>
      {open === 'edit' && <WebhookDialog webhook={webhook} onClose={close} />}
      <RotateSecret id={id} open={open === 'rotate'} onClose={close} />
      <DeleteWebhook id={id} open={open === 'delete'} onClose={close} />
    </div>
  )
}

type Asked = { id: string; open: boolean; onClose: () => void }

function RotateSecret({ id, open, onClose }: Asked) {
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: () => client.webhooks.rotateSecret(id),
    gcTime: 0,
    meta: { ownErrors: true },
  })
  const close = () => {
    onClose()
    reset()
  }
  if (open && data) return <SecretDialog secret={data.secret} onClose={close} />
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title="Create a new secret?"
      action="Create new secret"
      onConfirm={() => mutate()}
      busy={isPending}
      error={error}
    >
      For one day, requests are signed with the old secret as well, so that you have time to change the
      receiver.
    </ConfirmDialog>
  )
}

function DeleteWebhook({ id, open, onClose }: Asked) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => client.webhooks.delete(id),
    async onSuccess() {
      await navigate({ to: '/settings/$section', params: { section: 'webhooks' } })
      await queries.invalidateQueries({ queryKey: webhooksQuery.queryKey })
      showDone('Webhook deleted.')
    },
    meta: { ownErrors: true },
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Delete webhook?"
      action="Delete webhook"
      onConfirm={() => mutate()}
      busy={isPending}
      error={error}
    >
      Pending events are not sent, and the log of deliveries is deleted.
    </ConfirmDialog>
  )
}
