// The members of a project and its access links.
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTitle } from '../data/page-title.ts'
import { usePermissions } from '../data/permissions.ts'
import { membersQuery, projectQuery } from '../data/queries.ts'
import { Button } from '../ui/button.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import { LinkList } from './link-list.tsx'
import { MemberRow } from './member-row.tsx'
import styles from './people.module.css'

const AddPeopleDialog = lazy(async () => ({
  default: (await import('./add-people-dialog.tsx')).AddPeopleDialog,
}))

export function PeoplePage() {
  const { projectId } = useParams({ from: '/projects/$projectId/people' })
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { data: members } = useSuspenseQuery(membersQuery(projectId))
  const permissions = usePermissions(projectId)
  useTitle('People', project.name)
  const [adding, setAdding] = useState(false)
  // Guests of the workspace cannot see its members.
  const mayAdd = permissions.manage && permissions.me.workspace.role !== 'GUEST'
  return (
    <div className={styles.page}>
      <section aria-labelledby="members">
        <div className={styles.head}>
          <div>
            <h2 id="members">
              People <span className="quiet">{members.length}</span>
            </h2>
            {project.accessRange === 'ALLOW_WORKSPACE_MEMBER' && (
              <p className="quiet small">Everyone else in the workspace can join as a reviewer.</p>
            )}
          </div>
          {mayAdd && (
            <Button look="main" onClick={() => setAdding(true)}>
              <PlusIcon /> Add people
            </Button>
          )}
        </div>
        <ul className={styles.list}>
          {members.map((member) => (
            <MemberRow key={member.id} projectId={projectId} member={member} permissions={permissions} />
          ))}
        </ul>
      </section>
      {permissions.manage && <LinkList projectId={projectId} />}
      {adding && (
        <Suspense>
          <AddPeopleDialog projectId={projectId} members={members} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </div>
  )
}
