import type { Project } from '@dailies/sdk'
import { lazy, Suspense, useId, useState } from 'react'
import { usePermissions } from '../data/permissions.ts'
import { deadlineInWords } from '../projects/deadline.ts'
import { useProjectAction } from '../projects/project-actions.ts'
import { ProjectMenu } from '../projects/project-menu.tsx'
import { Button } from '../ui/button.tsx'
import { ShareIcon } from '../ui/list-icons.tsx'
import { parseTime } from '../ui/parse-time.ts'
import styles from './project-header.module.css'

const ShareDialog = lazy(async () => ({
  default: (await import('../people/share-dialog.tsx')).ShareDialog,
}))

/** One line: the name, the description, and the actions on the project as a whole. */
export function ProjectHeader({ project }: { project: Project }) {
  const { manage } = usePermissions(project.id)
  const [sharing, setSharing] = useState(false)
  const { name, description, deadline } = project
  const due = deadline === null ? undefined : deadlineInWords(deadline)
  return (
    <>
      <div className={styles.line}>
        <h1 title={name}>{name}</h1>
        {due && <p className={due.late ? styles.late : styles.due}>{due.text}</p>}
        {description && <Description text={description} />}
        <div className={styles.actions}>
          {manage && (
            <Button onClick={() => setSharing(true)}>
              <ShareIcon /> <span className={styles.word}>Share</span>
            </Button>
          )}
          <ProjectMenu project={project} here />
        </div>
      </div>
      <Notices project={project} />
      <Suspense>
        {sharing && <ShareDialog projectId={project.id} onClose={() => setSharing(false)} />}
      </Suspense>
    </>
  )
}

/** The first line of the description; a click shows the whole description over the page. */
function Description({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and leaving close the popup of the button.
    <div
      className={styles.description}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setOpen(false)}
      onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
    >
      <button
        type="button"
        className={styles.excerpt}
        aria-expanded={open}
        aria-controls={id}
        title={open ? undefined : text}
        onClick={() => setOpen(!open)}
      >
        <span className="unseen">Description:</span>
        <span className={styles.text}>{text}</span>
      </button>
      {open && (
        <p id={id} className={styles.whole}>
          {text}
        </p>
      )}
    </div>
  )
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })

/** The notice of an archived project or a scheduled deletion, with a button to undo it for people who may. */
function Notices({ project }: { project: Project }) {
  const { manage, own } = usePermissions(project.id)
  const act = useProjectAction()
  return (
    <>
      {project.destroyedAt !== null && (
        <p className={styles.notice}>
          This project and everything in it will be deleted on{' '}
          {dateFormat.format(parseTime(project.destroyedAt))}.
          {own && (
            <Button small onClick={() => act(project, 'keep')}>
              Cancel deletion
            </Button>
          )}
        </p>
      )}
      {project.archivedAt !== null && (
        <p className={styles.notice}>
          This project is archived.
          {manage && (
            <Button small onClick={() => act(project, 'unarchive')}>
              Unarchive
            </Button>
          )}
        </p>
      )}
    </>
  )
}
