// Shares chosen files, folders and reviews by one link, or changes such a share.
import type { Share } from '@dailies/sdk'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../data/client.ts'
import { keys, projectQuery } from '../data/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { fieldError } from '../ui/error-messages.ts'
import { TextArea, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { showDone } from '../ui/toasts.tsx'
import { GuestFields } from './guest-fields.tsx'
import { LinkFields } from './link-fields.tsx'
import { ReadyShare } from './ready-share.tsx'
import { ShareItems } from './share-items.tsx'
import {
  changesOf,
  type FieldsProps,
  fieldsOf,
  type Item,
  nameFor,
  newSettings,
  type Settings,
  settingsOf,
} from './share-settings.ts'
import styles from './shares.module.css'
import { UploadFields } from './upload-fields.tsx'
import { WatermarkFields } from './watermark-fields.tsx'

export function NewShareDialog({
  projectId,
  items,
  onClose,
}: {
  projectId: string
  items: readonly Item[]
  onClose: () => void
}) {
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const [made, setMade] = useState<{ share: Share; password: string }>()
  if (made) return <ReadyShare {...made} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={items.length === 1 ? `Share ${items[0]!.name}` : `Share ${items.length} items`}
      description="One link for people without an account. They see only what is listed here."
    >
      <ShareForm
        projectId={projectId}
        initial={newSettings(nameFor(items, project.name), items)}
        action="Create link"
        send={async (settings) => {
          const share = await client.shares.create(projectId, fieldsOf(settings))
          setMade({ share, password: settings.password === 'new' ? settings.newPassword : '' })
        }}
        onClose={onClose}
      />
    </Dialog>
  )
}

export function EditShareDialog({ share, onClose }: { share: Share; onClose: () => void }) {
  const [initial] = useState(() => settingsOf(share))
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Edit ${share.name}`}
      description="The link stays the same. Guests see changes when they next load the page."
    >
      <ShareForm
        projectId={share.project.id}
        share={share}
        initial={initial}
        action="Save"
        send={async (settings) => {
          await client.shares.update(share.id, changesOf(initial, settings))
          showDone(`${settings.name.trim()} is saved.`, { key: `share ${share.id}` })
          onClose()
        }}
        onClose={onClose}
      />
    </Dialog>
  )
}

type ShareFormProps = {
  projectId: string
  /** The share that is changed. */
  share?: Share
  initial: Settings
  action: string
  send: (settings: Settings) => Promise<void>
  onClose: () => void
}

function ShareForm({ projectId, share, initial, action, send, onClose }: ShareFormProps) {
  const [settings, setSettings] = useState(initial)
  const queries = useQueryClient()
  const sending = useMutation({
    mutationFn: () => send(settings),
    meta: { ownErrors: true },
    onSettled: () => queries.invalidateQueries({ queryKey: keys.project(projectId, 'shares') }),
  })
  const fields: FieldsProps = {
    settings,
    change: (part) => setSettings((before) => ({ ...before, ...part })),
    errorAt: (path) => fieldError(sending.error, path),
  }
  return (
    <Form onSubmit={() => sending.mutate()}>
      <TextField
        label="Name"
        required
        maxLength={100}
        value={settings.name}
        hint="Guests see it as the title of the page."
        error={fields.errorAt('/name')}
        onChange={({ currentTarget }) => fields.change({ name: currentTarget.value })}
      />
      <TextArea
        label="Welcome text (optional)"
        maxLength={2000}
        rows={2}
        value={settings.welcome}
        placeholder="What it is, and what you would like to know"
        error={fields.errorAt('/welcome')}
        onChange={({ currentTarget }) => fields.change({ welcome: currentTarget.value })}
      />
      <ShareItems
        projectId={projectId}
        items={settings.items}
        onItems={(items) => fields.change({ items })}
      />
      <GuestFields {...fields} />
      <details className={styles.more} open={share !== undefined}>
        <summary>Password, expiry, uploads, watermark</summary>
        <LinkFields {...fields} share={share} />
        <UploadFields {...fields} projectId={projectId} />
        <WatermarkFields {...fields} />
      </details>
      <ProblemNote error={sending.error} />
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="main" busy={sending.isPending} disabled={settings.items.length === 0}>
          {action}
        </Button>
      </DialogButtons>
    </Form>
  )
}
