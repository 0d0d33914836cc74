import type { ProjectListItem } from '@dailies/sdk'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { accountQuery, membersQuery } from '../data/queries.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { CommentIcon } from '../ui/list-icons.tsx'
import { PeopleIcon, VideoIcon } from '../ui/object-icons.tsx'
import { parseTime } from '../ui/parse-time.ts'
import { Time } from '../ui/time.tsx'
import { deadlineInWords } from './deadline.ts'
import { useProjectAction } from './project-actions.ts'
import styles from './project-card.module.css'
import { ProjectMenu } from './project-menu.tsx'

export function ProjectCard({ project }: { project: ProjectListItem }) {
  const { id, name, description, thumbnail, destroyedAt } = project
  return (
    <li className={styles.card}>
      <div className={styles.image}>
        {thumbnail ? <img src={thumbnail} alt="" loading="lazy" decoding="async" /> : <VideoIcon />}
      </div>
      <div className={styles.title}>
        <h2 className={styles.name}>
          <Link
            to="/projects/$projectId"
            params={{ projectId: id }}
            className="whole"
            title={description ?? name}
          >
            {name}
          </Link>
        </h2>
        <div className={styles.menu}>
          <ProjectMenu project={project} />
        </div>
      </div>
      {destroyedAt === null ? (
        <Facts project={project} />
      ) : (
        <ScheduledDeletion project={project} at={destroyedAt} />
      )}
    </li>
  )
}

function Facts({ project }: { project: ProjectListItem }) {
  const { accessRange, deadline, lastActivityAt, files, comments } = project
  const due = deadline === null ? undefined : deadlineInWords(deadline)
  return (
    <div className={styles.facts}>
      <p className={styles.line}>
        <span className={styles.fact}>{count(files.total, 'file')}</span>
        {comments !== null && comments.open > 0 && (
          <span className={styles.fact} title={`${count(comments.open, 'open comment')}`}>
            <CommentIcon />
            <span aria-hidden="true">{comments.open}</span>
            <span className="unseen">{count(comments.open, 'open comment')}</span>
          </span>
        )}
        {due ? (
          <span className={due.late ? styles.late : styles.fact}>{due.text}</span>
        ) : (
          <span className={styles.fact}>
            <Time of={lastActivityAt} />
          </span>
        )}
        {accessRange === 'ALLOW_WORKSPACE_MEMBER' && (
          <span className={styles.fact} title="Everyone in the workspace can see it">
            <PeopleIcon />
            <span className="unseen">Workspace</span>
          </span>
        )}
      </p>
      <People project={project} />
    </div>
  )
}

/** The avatars of the first members; the rest is a number. */
function People({ project: { members } }: { project: ProjectListItem }) {
  if (members === null || members.total < 2) return null
  const names = members.first.map(({ name }) => name).join(', ')
  const rest = members.total - members.first.length
  return (
    <span className={styles.people} title={rest > 0 ? `${names} and ${rest} more` : names}>
      {members.first.map(({ id, name, avatarUrl }) => (
        <Avatar key={id} name={name} url={avatarUrl} id={id} size={20} />
      ))}
      {rest > 0 && <span className={styles.rest}>+{rest}</span>}
      <span className="unseen">{count(members.total, 'person', 'people')}</span>
    </span>
  )
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number >= 1000 ? '1,000+' : number} ${number === 1 ? one : many}`
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })

/** A project whose deletion is scheduled: until then its owner can cancel the deletion. */
function ScheduledDeletion({ project, at }: { project: ProjectListItem; at: string }) {
  const { data: me } = useSuspenseQuery(accountQuery)
  const { data: members } = useQuery(membersQuery(project.id))
  const act = useProjectAction()
  const own = members?.some(({ user, role }) => user.id === me.id && role === 'PROJECT_OWNER')
  return (
    <div className={styles.facts}>
      <p className={styles.line}>
        <span className={styles.late}>Deleted on {dateFormat.format(parseTime(at))}</span>
      </p>
      {own && (
        <Button small className={styles.cancel ?? ''} onClick={() => act(project, 'keep')}>
          Cancel deletion
        </Button>
      )}
    </div>
  )
}
