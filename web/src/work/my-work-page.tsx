// My work: what waits for the signed-in person. The first page after signing in.
import type { Inbox } from '@dailies/sdk'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTitle } from '../data/page-title.ts'
import { accountQuery } from '../data/queries.ts'
import { NoProjects } from '../projects/no-projects.tsx'
import { SignInNote } from '../projects/sign-in-note.tsx'
import { VideoIcon } from '../ui/object-icons.tsx'
import { ProblemPage } from '../ui/problem-page.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { Spinner } from '../ui/spinner.tsx'
import { Time } from '../ui/time.tsx'
import { inboxQuery } from './inbox-query.ts'
import styles from './my-work.module.css'
import { moveFocus, Thumbnail, WorkSection } from './work-list.tsx'
import { GenerationRow, MentionRow, ReviewRow, UploadRow } from './work-rows.tsx'

const ProjectForm = lazy(() =>
  import('../projects/project-form.tsx').then(({ ProjectForm }) => ({ default: ProjectForm })),
)

export function MyWorkPage() {
  useTitle('My work')
  const { data: me } = useSuspenseQuery(accountQuery)
  const [creating, setCreating] = useState(false)
  const create = me.workspace.role === 'GUEST' ? undefined : () => setCreating(true)
  useShortcuts('My work', [
    { keys: 'j', label: 'Next item', run: () => moveFocus(1) },
    { keys: 'k', label: 'Previous item', run: () => moveFocus(-1) },
    ...(create ? [{ keys: 'n', label: 'New project', run: create }] : []),
  ])
  return (
    <div className="page">
      <SignInNote />
      <h1>My work</h1>
      <Work onCreate={create} />
      <Suspense>{creating && <ProjectForm onClose={() => setCreating(false)} />}</Suspense>
    </div>
  )
}

function Work({ onCreate }: { onCreate: (() => void) | undefined }) {
  const inbox = useQuery(inboxQuery)
  if (inbox.isPending) return <Spinner label="Loading" />
  if (!inbox.data) return <ProblemPage error={inbox.error} retry={() => void inbox.refetch()} />
  const { reviews, mentions, uploads, generations, projects } = inbox.data
  const isDone = [reviews, mentions, uploads].every((section) => !section || section.total === 0)
  if (isDone && generations.total === 0 && projects.length === 0)
    return <NoProjects keyword={undefined} archived={false} onCreate={onCreate} />
  return (
    <div className={isDone ? styles.calm : styles.columns}>
      <div className={styles.column}>
        {isDone && <UpToDate />}
        <WorkSection
          title="Waiting for your verdict"
          id="work-reviews"
          section={reviews}
          row={(review) => <ReviewRow key={review.id} review={review} />}
        />
        <WorkSection
          title="Notes for you"
          id="work-mentions"
          section={mentions}
          row={(mention) => <MentionRow key={mention.comment.id} mention={mention} />}
        />
        <WorkSection
          title="Unanswered notes on your files"
          id="work-uploads"
          section={uploads}
          row={(upload) => <UploadRow key={upload.file.id} upload={upload} />}
        />
      </div>
      <div className={styles.column}>
        <WorkSection
          title="Generating"
          id="work-generations"
          section={generations}
          row={(generation) => <GenerationRow key={generation.file.id} generation={generation} />}
        />
        <RecentProjects projects={projects} />
      </div>
    </div>
  )
}

function UpToDate() {
  return (
    <section className={styles.done}>
      <h2>You are up to date</h2>
      <p className="quiet">
        Reviews that wait for your verdict, notes that mention you, and unanswered notes on your files appear
        here.
      </p>
    </section>
  )
}

function RecentProjects({ projects }: { projects: Inbox['projects'] }) {
  return (
    <section aria-labelledby="work-projects">
      <div className={styles.head}>
        <h2 id="work-projects" className={styles.heading}>
          Recent projects
        </h2>
        <Link to="/projects" className={styles.all}>
          All projects
        </Link>
      </div>
      <ul className={styles.projects}>
        {projects.map(({ id, name, thumbnail, lastActivityAt }) => (
          <li key={id} className={styles.project}>
            <Thumbnail url={thumbnail} icon={<VideoIcon />} />
            <div className={styles.what}>
              <p className={styles.title}>
                <Link to="/projects/$projectId" params={{ projectId: id }} className={`whole ${styles.name}`}>
                  {name}
                </Link>
              </p>
              <p className={styles.facts}>
                <Time of={lastActivityAt} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
