import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { itemsOf } from '../data/lists.ts'
import { accountQuery } from '../data/queries.ts'
import { Button } from '../ui/button.tsx'
import { useDebounced } from '../ui/debounced.ts'
import { TextField } from '../ui/field.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberItem } from './member-item.tsx'
import { ItemList, SectionHead, Sheet } from './section-layout.tsx'
import { workspaceMembersQuery } from './settings-queries.ts'

export function MembersSection() {
  const { data: me } = useSuspenseQuery(accountQuery)
  const [inviting, setInviting] = useState(false)
  return (
    <>
      <SectionHead
        title="Members"
        action={
          <Button look="main" onClick={() => setInviting(true)}>
            Invite a member
          </Button>
        }
      >
        The people in {me.workspace.name}. To show somebody one project, no membership is needed: send them a
        link to it.
      </SectionHead>
      <Invitations />
      <MemberList />
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}

function MemberList() {
  const { data: me } = useSuspenseQuery(accountQuery)
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed.trim())
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    workspaceMembersQuery(keyword),
  )
  const members = itemsOf(data)
  return (
    <Sheet title="Members">
      <TextField
        label="Search"
        type="search"
        placeholder="Name or email"
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ProblemNote error={error} />
      <p role="status" className="unseen">
        {data && keyword !== '' && `${members.length}${hasNextPage ? ' or more' : ''} found`}
      </p>
      {data && members.length === 0 && <p className="quiet">No members found.</p>}
      {members.length > 0 && (
        <ItemList label="Members">
          {members.map((member) => (
            <MemberItem key={member.id} member={member} me={me} />
          ))}
        </ItemList>
      )}
      {hasNextPage && (
        <div>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
    </Sheet>
  )
}
