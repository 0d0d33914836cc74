import type { CheckProfile } from '@dailies/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { BackIcon } from '../../ui/icons.tsx'
import { NotFoundPage } from '../../ui/problem-page.tsx'
import { Time } from '../../ui/time.tsx'
import { DeleteProfileDialog } from './delete-profile-dialog.tsx'
import { NewProfileDialog } from './new-profile-dialog.tsx'
import { ProfileLink } from './place-link.tsx'
import { ProfileEditor } from './profile-editor.tsx'
import { belongsTo, type Place, profilesQuery } from './profile-queries.ts'
import styles from './profiles.module.css'

/** One check profile: its editor, or its rules to read. */
export function ProfilePage({ place, id, mayManage }: { place: Place; id: string; mayManage: boolean }) {
  const { data: profiles } = useSuspenseQuery(profilesQuery(place))
  const profile = profiles.find((one) => one.id === id)
  if (!profile) return <NotFoundPage />
  return <FoundProfile {...{ place, profile, profiles, mayManage }} />
}

type Found = { place: Place; profile: CheckProfile; profiles: CheckProfile[]; mayManage: boolean }

function FoundProfile({ place, profile, profiles, mayManage }: Found) {
  const [open, setOpen] = useState<'copy' | 'delete'>()
  const close = () => setOpen(undefined)
  const mayEdit = mayManage && belongsTo(place, profile)
  return (
    <>
      <ProfileLink place={place} className={styles.back}>
        <BackIcon /> All check profiles
      </ProfileLink>
      <header className={styles.profileHead}>
        <div>
          <h1>{profile.name}</h1>
          <p className="quiet">
            <Origin profile={profile} />
          </p>
        </div>
        {mayManage && (
          <div className={styles.actions}>
            <Button onClick={() => setOpen('copy')}>Copy</Button>
            {mayEdit && (
              <Button look="danger" onClick={() => setOpen('delete')}>
                Delete
              </Button>
            )}
          </div>
        )}
      </header>
      <ProfileEditor {...{ place, profile }} readOnly={!mayEdit} />
      {open === 'copy' && <NewProfileDialog {...{ place, profiles }} from={profile.id} onClose={close} />}
      {open === 'delete' && <DeleteProfileDialog {...{ place, profile, profiles }} onClose={close} />}
    </>
  )
}

function Origin({ profile: { builtIn, version, updatedAt, project } }: { profile: CheckProfile }) {
  if (builtIn) return 'Built-in. Copy it to change its rules.'
  return (
    <>
      Version {version}
      {updatedAt !== null && (
        <>
          {', changed '}
          <Time of={updatedAt} />
        </>
      )}
      . {project === null ? 'For all projects of the workspace.' : 'For this project.'}
    </>
  )
}
