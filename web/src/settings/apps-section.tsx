import type { ConnectedApp } from '@dailies/sdk'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { client } from '../data/client.ts'
import { useListChange } from '../data/list-change.ts'
import { keys } from '../data/queries.ts'
import { NotFoundPage } from '../ui/problem-page.tsx'
import { Time } from '../ui/time.tsx'
import type { Limits } from './connection-limits.ts'
import { ConnectionLink, ConnectionPage } from './connection-page.tsx'
import { EndConnection } from './end-connection.tsx'
import { ScopeSummary } from './scope-summary.tsx'
import { EmptyList, ItemList, ListItem, SectionHead } from './section-layout.tsx'

const appsQuery = queryOptions({
  queryKey: keys.settings('apps'),
  queryFn: ({ signal }) => client.connectedApps.list({ signal }),
})

export function AppsSection() {
  const { data: apps } = useSuspenseQuery(appsQuery)
  const { connection } = useSearch({ from: '/settings/$section' })
  if (connection === undefined) return <AppList apps={apps} />
  const app = apps.find(({ id }) => id === connection)
  return app ? <AppPage key={app.id} app={app} /> : <NotFoundPage />
}

function AppPage({ app }: { app: ConnectedApp }) {
  const { mutate } = useListChange<ConnectedApp, Partial<Limits>>(appsQuery.queryKey, {
    send: (change) => client.connectedApps.update(app.id, change),
    change: (item, change) => (item.id === app.id ? { ...item, ...change } : item),
  })
  return (
    <ConnectionPage
      section="apps"
      connection={app}
      about={aboutApp(app)}
      owner={null}
      onLimits={(change) => mutate(change)}
      end={<Disconnect app={app} />}
    />
  )
}

function aboutApp({ host, workspace, createdAt, lastUsedAt }: ConnectedApp) {
  return (
    <>
      {host !== null && `${host} · `}
      {workspace.name} · connected <Time of={createdAt} /> · used <Time of={lastUsedAt} />
    </>
  )
}

function AppList({ apps }: { apps: ConnectedApp[] }) {
  return (
    <>
      <SectionHead title="Connected apps">
        Apps and agents that act in your name. A disconnected app loses access at once; it can ask you again.
      </SectionHead>
      {apps.length > 0 ? (
        <ItemList label="Connected apps">
          {apps.map((app) => (
            <AppItem key={app.id} app={app} />
          ))}
        </ItemList>
      ) : (
        <EmptyList>
          <p>
            No connected apps. An agent or the command line asks you before it connects, and is listed here.{' '}
            <a href="/docs/mcp-clients">How to connect an agent</a>
          </p>
        </EmptyList>
      )}
    </>
  )
}

function AppItem({ app }: { app: ConnectedApp }) {
  const { id, name, scopes } = app
  return (
    <ListItem
      title={<ConnectionLink section="apps" id={id} name={name} />}
      about={aboutApp(app)}
      actions={<Disconnect app={app} />}
    >
      <ScopeSummary scopes={scopes} />
    </ListItem>
  )
}

function Disconnect({ app: { id, name } }: { app: ConnectedApp }) {
  const { mutate } = useListChange<ConnectedApp, string>(appsQuery.queryKey, {
    send: (connectedAppId) => client.connectedApps.disconnect(connectedAppId),
    change: (item, connectedAppId) => (item.id === connectedAppId ? undefined : item),
    done: () => `${name} is disconnected.`,
  })
  return (
    <EndConnection section="apps" name={name} verb="Disconnect" action="Disconnect" onEnd={() => mutate(id)}>
      It loses access to your account until you allow it again.
    </EndConnection>
  )
}
