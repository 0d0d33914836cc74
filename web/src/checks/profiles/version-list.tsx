import type { CheckProfile } from '@dailies/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../data/client.ts'
import { ItemList, ListItem } from '../../settings/section-layout.tsx'
import { Button } from '../../ui/button.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Time } from '../../ui/time.tsx'
import { showDone } from '../../ui/toasts.tsx'
import { type Place, versionsQuery } from './profile-queries.ts'
import styles from './profiles.module.css'
import type { Rules } from './rules-draft.ts'

type Listed = { place: Place; profile: CheckProfile; onLoad: (rules: Rules) => void }

/** Earlier rules can be loaded into the editor; saving them writes a new version. */
export function VersionList(props: Listed) {
  const [open, setOpen] = useState(false)
  if (props.profile.version === 1) return null
  return (
    <section className={styles.versions} aria-label="Versions">
      <Button look="plain" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Hide versions' : 'Show versions'}
      </Button>
      {open && <Versions {...props} />}
    </section>
  )
}

function Versions({ place, profile, onLoad }: Listed) {
  const { data: versions, error } = useQuery(versionsQuery(place, profile.id))
  const load = useMutation({
    mutationFn: (version: number) => client.checkProfiles.get(profile.id, { version }),
    onSuccess({ rules, version }) {
      onLoad(rules as Rules)
      showDone(`Rules of version ${version} loaded. Save them to use them.`)
    },
  })
  if (!versions) return <ProblemNote error={error} />
  return (
    <ItemList label="Versions">
      {versions.map(({ version, createdBy, createdAt }) => (
        <ListItem
          key={version}
          title={`Version ${version}`}
          about={
            <p>
              {createdBy === null ? 'By an operator or a former member' : `By ${createdBy.name}`},{' '}
              <Time of={createdAt} />
            </p>
          }
          actions={
            <Button
              small
              aria-label={`Load version ${version}`}
              busy={load.isPending && load.variables === version}
              onClick={() => load.mutate(version)}
            >
              Load
            </Button>
          }
        />
      ))}
    </ItemList>
  )
}
