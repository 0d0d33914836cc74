// The check profiles of a project, and the one that judges its files.
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useTitle } from '../../data/page-title.ts'
import { usePermissions } from '../../data/permissions.ts'
import { projectQuery } from '../../data/queries.ts'
import { SectionHead } from '../../settings/section-layout.tsx'
import { ProfilePage } from './profile-page.tsx'
import styles from './profiles.module.css'
import { ProfilesOverview } from './profiles-overview.tsx'

export function ProjectChecksPage() {
  const { projectId } = useParams({ from: '/projects/$projectId/checks' })
  const { profile } = useSearch({ from: '/projects/$projectId/checks' })
  const { manage } = usePermissions(projectId)
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  useTitle('Checks', project.name)
  return (
    <div className={styles.column}>
      {profile === undefined ? (
        <>
          <SectionHead title="Checks">
            New files of this project are measured and judged by a check profile.{' '}
            <a href="/docs/check-profiles">All rules</a>
          </SectionHead>
          <ProfilesOverview place={projectId} mayManage={manage} />
        </>
      ) : (
        <ProfilePage key={profile} place={projectId} id={profile} mayManage={manage} />
      )}
    </div>
  )
}
