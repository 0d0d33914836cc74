import type { Account, ApiKey } from '@dailies/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { client } from '../data/client.ts'
import { useListChange } from '../data/list-change.ts'
import { accountQuery } from '../data/queries.ts'
import { Button } from '../ui/button.tsx'
import { parseTime } from '../ui/parse-time.ts'
import { NotFoundPage } from '../ui/problem-page.tsx'
import { Time } from '../ui/time.tsx'
import type { Limits } from './connection-limits.ts'
import { ConnectionLink, ConnectionPage } from './connection-page.tsx'
import { EndConnection } from './end-connection.tsx'
import { ScopeSummary } from './scope-summary.tsx'
import { Badge, EmptyList, ItemList, ListItem, SectionHead } from './section-layout.tsx'
import { isAdmin } from './sections.ts'
import { apiKeysQuery } from './settings-queries.ts'

const NewKeyDialog = lazy(async () => ({ default: (await import('./new-key-dialog.tsx')).NewKeyDialog }))

export function KeysSection() {
  const { data: me } = useSuspenseQuery(accountQuery)
  const { data: apiKeys } = useSuspenseQuery(apiKeysQuery)
  const { connection } = useSearch({ from: '/settings/$section' })
  if (connection === undefined) return <KeyList me={me} apiKeys={apiKeys} />
  const apiKey = apiKeys.find(({ id }) => id === connection)
  return apiKey ? (
    <KeyPage key={apiKey.id} apiKey={apiKey} mine={apiKey.user.id === me.id} />
  ) : (
    <NotFoundPage />
  )
}

function KeyPage({ apiKey, mine }: { apiKey: ApiKey; mine: boolean }) {
  const { mutate } = useListChange<ApiKey, Partial<Limits>>(apiKeysQuery.queryKey, {
    send: (change) => client.apiKeys.update(apiKey.id, change),
    change: (item, change) => (item.id === apiKey.id ? { ...item, ...change } : item),
  })
  return (
    <ConnectionPage
      section="api-keys"
      connection={apiKey}
      about={<AboutKey apiKey={apiKey} mine={mine} />}
      owner={mine ? null : apiKey.user.name}
      onLimits={(change) => mutate(change)}
      end={<Revoke apiKey={apiKey} />}
    />
  )
}

function AboutKey({ apiKey, mine }: { apiKey: ApiKey; mine: boolean }) {
  const { user, createdAt, expiresAt, lastUsedAt } = apiKey
  return (
    <>
      {mine ? 'Yours' : user.name} · created <Time of={createdAt} /> ·{' '}
      {expiresAt === null ? (
        'never expires'
      ) : (
        <>
          {isExpired(apiKey) ? 'expired' : 'expires'} <Time of={expiresAt} />
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
  )
}

function isExpired({ expiresAt }: ApiKey): boolean {
  return expiresAt !== null && parseTime(expiresAt).getTime() < Date.now()
}

function KeyList({ me, apiKeys }: { me: Account; apiKeys: ApiKey[] }) {
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
  const { id, name, scopes } = apiKey
  return (
    <ListItem
      title={<ConnectionLink section="api-keys" id={id} name={name} />}
      badges={isExpired(apiKey) && <Badge tone="warn">Expired</Badge>}
      about={<AboutKey apiKey={apiKey} mine={mine} />}
      actions={<Revoke apiKey={apiKey} />}
    >
      <ScopeSummary scopes={scopes} />
    </ListItem>
  )
}

function Revoke({ apiKey: { id, name } }: { apiKey: ApiKey }) {
  const { mutate } = useListChange<ApiKey, string>(apiKeysQuery.queryKey, {
    send: (apiKeyId) => client.apiKeys.revoke(apiKeyId),
    change: (item, apiKeyId) => (item.id === apiKeyId ? undefined : item),
    done: () => 'Key revoked.',
  })
  return (
    <EndConnection section="api-keys" name={name} verb="Revoke" action="Revoke key" onEnd={() => mutate(id)}>
      Programs that use it lose access at once. This cannot be undone.
    </EndConnection>
  )
}
