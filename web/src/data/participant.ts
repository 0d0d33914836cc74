// The person who looks at a file and comments on it: of the project, or the guest of a share. The viewers and comments know
// only this, so that both pages can use them.
import type { Comment } from '@dailies/sdk'
import { createContext, useContext, useMemo } from 'react'
import { usePermissions } from './permissions.ts'
import { shownAs } from './queries.ts'

/** A person as comments show them. */
export type Person = NonNullable<Comment['author']>

export type Participant = {
  me: Person
  /** Write comments and replies, and react to them. */
  comment: boolean
  contribute: boolean
  manage: boolean
  /** A guest of a share does not know the members of the project, nor who is looking or typing. */
  viaShare: boolean
}

export const ParticipantContext = createContext<Participant | null>(null)

export function useParticipant(): Participant {
  const participant = useContext(ParticipantContext)
  if (!participant) throw new Error('useParticipant needs a ParticipantContext')
  return participant
}

/** The signed-in person, for `ParticipantContext`. */
export function useProjectParticipant(projectId: string): Participant {
  const { me, contribute, manage } = usePermissions(projectId)
  return useMemo(
    () => ({ me: shownAs(me), comment: true, contribute, manage, viaShare: false }),
    [me, contribute, manage],
  )
}
