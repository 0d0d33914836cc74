import type { Project } from '@dailies/sdk'
import { lazy, Suspense, useState } from 'react'
import { usePermissions } from '../app/permissions.ts'
import { deadlineInWords } from '../projects/deadline.ts'
import { useProjectAction } from '../projects/project-actions.ts'
import { Button } from '../ui/button.tsx'
import { LinkIcon } from '../ui/icons.tsx'
import { parseTime } from '../ui/time.tsx'
import styles from './project-header.module.css'

const ProjectForm = lazy(() =>
  import('../projects/project-form.tsx').then(({ ProjectForm }) => ({ default: ProjectForm })),
)

const ShareDialog = lazy(async () => ({
  default: (await import('./people/share-dialog.tsx')).ShareDialog,
}))

export function ProjectHeader({ project }: { project: Project }) {
  const { manage } = usePermissions(project.id)
  const [editing, setEditing] = useState(false)
  const [sharing, setSharing] = useState(false)
  const { name, description, deadline } = project
  const due = deadline === null ? undefined : deadlineInWords(deadline)
  return (
    <header className={styles.header}>
      <div className={styles.top}>
        <div className={styles.title}>
          <h1>{name}</h1>
          {due && <p className={due.late ? styles.late : 'quiet'}>{due.text}</p>}
        </div>
        {manage && (
          <div className={styles.actions}>
            <Button small onClick={() => setEditing(true)}>
              Edit
            </Button>
            <Button small onClick={() => setSharing(true)}>
              <LinkIcon /> Share
            </Button>
          </div>
        )}
      </div>
      {description && <p className={styles.description}>{description}</p>}
      <Notices project={project} />
      <Suspense>
        {sharing && <ShareDialog projectId={project.id} onClose={() => setSharing(false)} />}
      </Suspense>
      <Suspense>{editing && <ProjectForm project={project} onClose={() => setEditing(false)} />}</Suspense>
    </header>
  )
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })

/** What is unusual about it, with the way back for those who may go it. */
function Notices({ project }: { project: Project }) {
  const { manage, own } = usePermissions(project.id)
  const act = useProjectAction()
  return (
    <>
      {project.destroyedAt !== null && (
        <p className={styles.notice}>
          This project and all in it goes on {dateFormat.format(parseTime(project.destroyedAt))}.
          {own && (
            <Button small onClick={() => act(project, 'keep')}>
              Keep it
            </Button>
          )}
        </p>
      )}
      {project.archivedAt !== null && (
        <p className={styles.notice}>
          This project is in the archive.
          {manage && (
            <Button small onClick={() => act(project, 'unarchive')}>
              Take it out
            </Button>
          )}
        </p>
      )}
    </>
  )
}
