// What a review ends with. Used by the page of a round and by the header of the review room.
import { useQuery } from '@tanstack/react-query'
import { usePermissions } from '../../app/permissions.ts'
import { ProblemNote } from '../../app/problem.tsx'
import { Button } from '../../ui/button.tsx'
import { type Status, StatusBadge } from '../../ui/status.tsx'
import { verdictsFrom } from './status-moves.ts'
import styles from './verdict.module.css'
import { isStale, type ReadVersion, useSetStatus, versionQuery } from './version-queries.ts'

const verdictWords: Partial<Record<Status, string>> = {
  APPROVED: 'Approve',
  NEED_EDIT: 'Request changes',
  REJECTED: 'Reject',
}

/** Where the round stands, and the buttons to judge it while it waits for that. */
export function Verdict({ versionId }: { versionId: string }) {
  const { data: version, error } = useQuery(versionQuery(versionId))
  if (version) return <VerdictOn version={version} />
  return error ? <ProblemNote error={error} /> : null
}

function VerdictOn({ version }: { version: ReadVersion }) {
  const { contribute } = usePermissions(version.project.id)
  const setStatus = useSetStatus(contribute)
  return (
    <div className={styles.verdict}>
      <span role="status" className={styles.now}>
        <StatusBadge status={version.status} />
      </span>
      {verdictsFrom(version.status).map((status) => (
        <Button
          key={status}
          small
          look={status === 'APPROVED' ? 'main' : status === 'REJECTED' ? 'danger' : 'second'}
          disabled={setStatus.isPending}
          onClick={() => setStatus.mutate({ version, status })}
        >
          {verdictWords[status]}
        </Button>
      ))}
      <MoveProblem error={setStatus.error} />
    </div>
  )
}

export function MoveProblem({ error }: { error: unknown }) {
  if (!isStale(error)) return <ProblemNote error={error} />
  return (
    <p className={styles.stale} role="alert">
      Somebody changed this round while you looked at it. This is how it is now; look again before you decide.
    </p>
  )
}
