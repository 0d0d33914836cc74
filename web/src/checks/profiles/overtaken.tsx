import { type CheckProfile, DailiesError } from '@dailies/sdk'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../data/client.ts'
import { keys } from '../../data/queries.ts'
import { Button } from '../../ui/button.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import styles from './profiles.module.css'
import type { Rules } from './rules-draft.ts'

export function isChanged(error: unknown): boolean {
  return error instanceof DailiesError && error.code === 'check_profile_changed'
}

type Latest = { version: number; rules: Rules }

/** Another person has saved a version meanwhile: take it, or save the own rules over it. */
export function Overtaken({
  profile,
  onTake,
  onKeep,
}: {
  profile: CheckProfile
  onTake: (latest: Latest) => void
  onKeep: (latest: Latest) => void
}) {
  const { data, error } = useQuery({
    queryKey: keys.settings('checks', 'latest', profile.id),
    queryFn: ({ signal }) => client.checkProfiles.get(profile.id, {}, { signal }),
    gcTime: 0,
  })
  if (!data) return <ProblemNote error={error} />
  const latest = { version: data.version, rules: data.rules as Rules }
  return (
    <div className="problem" role="alert">
      <p>
        Somebody saved version {data.version} while you were editing. Your changes are still here, and nothing
        is lost.
      </p>
      <div className={styles.actions}>
        <Button onClick={() => onTake(latest)}>Load version {data.version}</Button>
        <Button onClick={() => onKeep(latest)}>Save mine as version {data.version + 1}</Button>
      </div>
    </div>
  )
}
