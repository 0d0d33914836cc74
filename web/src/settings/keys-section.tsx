import type { ApiKey } from '@dailies/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { client } from '../data/client.ts'
import { useListChange } from '../data/list-change.ts'
import { accountQuery } from '../data/queries.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { parseTime, Time } from '../ui/time.tsx'
import { ScopeSummary } from './scope-summary.tsx'
import { Badge, EmptyList, ItemList, ListItem, SectionHead } from './section-layout.tsx'
import { isAdmin } from './sections.ts'
import { apiKeysQuery } from './settings-queries.ts'

const NewKeyDialog = lazy(async () => ({ default: (await import('./new-key-dialog.tsx')).NewKeyDialog }))

export function KeysSection() {
  const { data: me } = useSuspenseQuery(accountQuery)
  const { data: apiKeys } = useSuspenseQuery(apiKeysQuery)
  const [making, setMaking] = useState(false)
  const make = (
    <Button look="main" onClick={() => setMaking(true)}>
      Create key
    </Button>
  )
  return (
    <>
      <SectionHead title="API keys" action={apiKeys.length > 0 && make}>
        Programs use a key to call the API as its owner.{' '}
        {isAdmin(me) && `You see all keys in ${me.workspace.name}. `}
        <a href="/docs/authentication">How to use the API</a>
      </SectionHead>
      {apiKeys.length > 0 ? (
        <ItemList label="Keys">
          {apiKeys.map((apiKey) => (
            <KeyItem key={apiKey.id} apiKey={apiKey} mine={apiKey.user.id === me.id} />
          ))}
        </ItemList>
      ) : (
        <EmptyList>
          <p>No keys yet. Create one key per program, with only the permissions that it needs.</p>
          {make}
        </EmptyList>
      )}
      <Suspense>{making && <NewKeyDialog onClose={() => setMaking(false)} />}</Suspense>
    </>
  )
}

function KeyItem({ apiKey, mine }: { apiKey: ApiKey; mine: boolean }) {
  const { id, name, user, scopes, createdAt, expiresAt, lastUsedAt } = apiKey
  const expired = expiresAt !== null && parseTime(expiresAt).getTime() < Date.now()
  const [isConfirming, setConfirming] = useState(false)
  const { mutate } = useListChange<ApiKey, string>(apiKeysQuery.queryKey, {
    send: (apiKeyId) => client.apiKeys.revoke(apiKeyId),
    change: (item, apiKeyId) => (item.id === apiKeyId ? undefined : item),
    done: () => 'Key revoked.',
  })
  return (
    <ListItem
      title={name}
      badges={expired && <Badge tone="warn">Expired</Badge>}
      about={
        <>
          {mine ? 'Yours' : user.name} · created <Time of={createdAt} /> ·{' '}
          {expiresAt === null ? (
            'never expires'
          ) : (
            <>
              {expired ? 'expired' : 'expires'} <Time of={expiresAt} />
            </>
          )}{' '}
          ·{' '}
          {lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              used <Time of={lastUsedAt} />
            </>
          )}
        </>
      }
      actions={
        <Button small onClick={() => setConfirming(true)} aria-label={`Revoke ${name}`}>
          Revoke
        </Button>
      }
    >
      <ScopeSummary scopes={scopes} />
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={`Revoke ${name}?`}
        action="Revoke key"
        onConfirm={() => {
          setConfirming(false)
          mutate(id)
        }}
      >
        Programs that use it lose access at once. This cannot be undone.
      </ConfirmDialog>
    </ListItem>
  )
}
