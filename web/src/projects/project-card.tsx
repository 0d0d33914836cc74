import type { Project } from '@dailies/sdk'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { accountQuery, membersQuery } from '../app/queries.ts'
import { Button } from '../ui/button.tsx'
import { FilmIcon, LockIcon, PeopleIcon } from '../ui/object-icons.tsx'
import { parseTime } from '../ui/time.tsx'
import { deadlineInWords } from './deadline.ts'
import { useProjectAction } from './project-actions.ts'
import styles from './project-card.module.css'
import { ProjectMenu } from './project-menu.tsx'

export function ProjectCard({ project }: { project: Project }) {
  const { id, name, description, thumbnail, destroyedAt } = project
  return (
    <li className={styles.card}>
      <div className={styles.picture}>
        {thumbnail ? <img src={thumbnail} alt="" loading="lazy" decoding="async" /> : <FilmIcon />}
      </div>
      <div className={styles.below}>
        <div className={styles.text}>
          <h2 className={styles.name}>
            <Link to="/projects/$projectId" params={{ projectId: id }} className="whole">
              {name}
            </Link>
          </h2>
          {description && <p className={styles.description}>{description}</p>}
          {destroyedAt === null ? <Facts project={project} /> : <Going project={project} at={destroyedAt} />}
        </div>
        <div className={styles.menu}>
          <ProjectMenu project={project} />
        </div>
      </div>
    </li>
  )
}

function Facts({ project: { accessRange, deadline } }: { project: Project }) {
  const due = deadline === null ? undefined : deadlineInWords(deadline)
  const open = accessRange === 'ALLOW_WORKSPACE_MEMBER'
  return (
    <p className={styles.facts}>
      <span className={styles.fact}>
        {open ? <PeopleIcon /> : <LockIcon />}
        {open ? 'Workspace' : 'Members only'}
      </span>
      {due && <span className={due.late ? styles.late : undefined}>{due.text}</span>}
    </p>
  )
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })

/** A project whose deletion is scheduled: until then its owner can have it back. */
function Going({ project, at }: { project: Project; at: string }) {
  const { data: me } = useSuspenseQuery(accountQuery)
  const { data: members } = useQuery(membersQuery(project.id))
  const act = useProjectAction()
  const own = members?.some(({ user, role }) => user.id === me.id && role === 'PROJECT_OWNER')
  return (
    <p className={styles.facts}>
      <span className={styles.late}>Goes on {dateFormat.format(parseTime(at))}</span>
      {own && (
        <Button small className={styles.keep ?? ''} onClick={() => act(project, 'keep')}>
          Keep it
        </Button>
      )}
    </p>
  )
}
