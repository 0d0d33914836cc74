import type { Invitation } from '@dailies/sdk'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { useListChange } from '../data/list-change.ts'
import { keys } from '../data/queries.ts'
import { Button } from '../ui/button.tsx'
import { Time } from '../ui/time.tsx'
import { Badge, ItemList, ListItem, Sheet } from './section-layout.tsx'
import { roleNames } from './workspace-roles.ts'

export const invitationsQuery = queryOptions({
  queryKey: keys.settings('invitations'),
  queryFn: ({ signal }) => client.invitations.list({ signal }),
})

/** Renders nothing without pending invitations. */
export function Invitations() {
  const { data: invitations } = useSuspenseQuery(invitationsQuery)
  const { mutate } = useListChange<Invitation, string>(invitationsQuery.queryKey, {
    send: (invitationId) => client.invitations.delete(invitationId),
    change: (item, invitationId) => (item.id === invitationId ? undefined : item),
    done: () => 'Invitation withdrawn.',
  })
  if (invitations.length === 0) return null
  return (
    <Sheet title="Pending invitations">
      <ItemList label="Invitations">
        {invitations.map(({ id, email, role, invitedBy, expiresAt }) => (
          <ListItem
            key={id}
            title={email}
            badges={<Badge>{roleNames[role]}</Badge>}
            about={
              <>
                Invited by {invitedBy?.name ?? 'a former member'} · expires <Time of={expiresAt} />
              </>
            }
            actions={
              <Button small onClick={() => mutate(id)} aria-label={`Withdraw the invitation of ${email}`}>
                Withdraw
              </Button>
            }
          />
        ))}
      </ItemList>
    </Sheet>
  )
}
