import type { Session } from '@dailies/sdk'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../data/client.ts'
import { useListChange } from '../data/list-change.ts'
import { keys } from '../data/queries.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Time } from '../ui/time.tsx'
import { browserName } from './browser-name.ts'
import { Badge, ItemList, ListItem, SectionHead } from './section-layout.tsx'

const sessionsQuery = queryOptions({
  queryKey: keys.settings('sessions'),
  queryFn: ({ signal }) => client.sessions.list({ signal }),
})

export function SessionsSection() {
  const { data: sessions } = useSuspenseQuery(sessionsQuery)
  const others = sessions.filter(({ current }) => !current)
  const [isConfirming, setConfirming] = useState(false)
  const { mutate, isPending } = useListChange<Session, string[]>(sessionsQuery.queryKey, {
    send: endAll,
    change: (item, ids) => (ids.includes(item.id) ? undefined : item),
    done: (ids) => (ids.length === 1 ? 'Session signed out.' : 'Signed out everywhere else.'),
  })
  return (
    <>
      <SectionHead
        title="Sessions"
        action={
          others.length > 1 && (
            <Button look="danger" busy={isPending} onClick={() => setConfirming(true)}>
              Sign out everywhere else
            </Button>
          )
        }
      >
        Devices that are signed in. A session ends after 30 days without use.
      </SectionHead>
      <ItemList label="Sessions">
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session} onEnd={() => mutate([session.id])} />
        ))}
      </ItemList>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title="Sign out everywhere else?"
        action="Sign out everywhere else"
        onConfirm={() => {
          setConfirming(false)
          mutate(others.map(({ id }) => id))
        }}
      >
        {`The other ${others.length} sessions are signed out at once. You stay signed in here.`}
      </ConfirmDialog>
    </>
  )
}

/** One after the other, so that any number of sessions stays within the rate limit. */
async function endAll(ids: string[]): Promise<void> {
  for (const id of ids) await client.sessions.end(id)
}

function SessionItem({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { current, workspace, address, userAgent, createdAt, seenAt } = session
  const name = browserName(userAgent)
  return (
    <ListItem
      title={name}
      badges={current && <Badge tone="good">This device</Badge>}
      about={
        <>
          {workspace.name} · from {address ?? 'an unknown address'} · since <Time of={createdAt} /> · last
          seen <Time of={seenAt} />
        </>
      }
      actions={
        !current && (
          <Button small onClick={onEnd} aria-label={`Sign out ${name}, ${address ?? 'unknown address'}`}>
            Sign out
          </Button>
        )
      }
    />
  )
}
