import type { CheckProfile } from '@dailies/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge, ItemList, ListItem } from '../../settings/section-layout.tsx'
import { Button } from '../../ui/button.tsx'
import { ChooseProfile } from './choose-profile.tsx'
import { DeleteProfileDialog } from './delete-profile-dialog.tsx'
import { NewProfileDialog } from './new-profile-dialog.tsx'
import { ProfileLink } from './place-link.tsx'
import { belongsTo, type Place, profilesQuery, settingsQuery } from './profile-queries.ts'
import styles from './profiles.module.css'
import { type Rules, summaryOf } from './rules-draft.ts'

type Managed = { place: Place; mayManage: boolean }
type Open = { kind: 'new'; from: string | undefined } | { kind: 'delete'; profile: CheckProfile }

/** The chosen check profile, and all that can be chosen. */
export function ProfilesOverview({ place, mayManage }: Managed) {
  const { data: profiles } = useSuspenseQuery(profilesQuery(place))
  const { data: settings } = useSuspenseQuery(settingsQuery(place))
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <>
      <ChooseProfile {...{ place, mayManage, profiles, settings }} />
      <section className={styles.list} aria-label="Check profiles">
        <div className={styles.listHead}>
          <h2>Check profiles</h2>
          {mayManage && (
            <Button onClick={() => setOpen({ kind: 'new', from: undefined })}>New check profile</Button>
          )}
        </div>
        <ItemList label="Check profiles">
          {profiles.map((profile) => (
            <ListItem
              key={profile.id}
              title={
                <ProfileLink place={place} id={profile.id} className="target">
                  {profile.name}
                </ProfileLink>
              }
              badges={
                <Badges {...{ place, profile }} judges={settings.effective.profile?.id === profile.id} />
              }
              about={<About profile={profile} />}
              actions={
                mayManage && (
                  <>
                    <Button
                      small
                      aria-label={`Copy ${profile.name}`}
                      onClick={() => setOpen({ kind: 'new', from: profile.id })}
                    >
                      Copy
                    </Button>
                    {belongsTo(place, profile) && (
                      <Button
                        small
                        aria-label={`Delete ${profile.name}`}
                        onClick={() => setOpen({ kind: 'delete', profile })}
                      >
                        Delete
                      </Button>
                    )}
                  </>
                )
              }
            />
          ))}
        </ItemList>
      </section>
      {open?.kind === 'new' && <NewProfileDialog {...{ place, profiles }} from={open.from} onClose={close} />}
      {open?.kind === 'delete' && (
        <DeleteProfileDialog {...{ place, profiles }} profile={open.profile} onClose={close} />
      )}
    </>
  )
}

function Badges({ place, profile, judges }: { place: Place; profile: CheckProfile; judges: boolean }) {
  const { builtIn, project } = profile
  return (
    <>
      {judges && <Badge tone="good">In use</Badge>}
      {builtIn && <Badge>Built-in</Badge>}
      {!builtIn && place !== null && <Badge>{project === null ? 'Workspace' : 'This project'}</Badge>}
    </>
  )
}

function About({ profile: { rules, usedBy, builtIn, version } }: { profile: CheckProfile }) {
  const projects = usedBy.projects === 1 ? '1 project' : `${usedBy.projects} projects`
  return (
    <p>
      {summaryOf(rules as Rules)}
      {!builtIn && ` · version ${version}`}
      {usedBy.projects > 0 && ` · chosen by ${projects}`}
    </p>
  )
}
