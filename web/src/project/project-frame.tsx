// What all pages of a project have: its name, where one can go in it, and that it is followed live.
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useLive } from '../app/live.ts'
import { isGone } from '../app/problem.tsx'
import { projectQuery } from '../app/queries.ts'
import { useDocumentTitle } from '../app/title.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Spinner } from '../ui/spinner.tsx'
import styles from './project-frame.module.css'
import { ProjectHeader } from './project-header.tsx'

export function ProjectFrame() {
  const { projectId } = useParams({ from: '/projects/$projectId' })
  const { data: project, error } = useSuspenseQuery(projectQuery(projectId))
  useLive(projectId)
  // What was read stays when it cannot be read again; who lost it is told.
  if (isGone(error)) return <ProjectGone name={project.name} />
  return (
    <div className="page">
      <ProjectHeader project={project} />
      <nav className={styles.tabs} aria-label="Project">
        <Link
          to="/projects/$projectId"
          params={{ projectId }}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          Files
        </Link>
        <Link to="/projects/$projectId/versions" params={{ projectId }}>
          Reviews
        </Link>
        <Link to="/projects/$projectId/comments" params={{ projectId }}>
          Discussion
        </Link>
        <Link to="/projects/$projectId/people" params={{ projectId }}>
          People
        </Link>
      </nav>
      <Suspense fallback={<Spinner label="Loading" />}>
        <Outlet />
      </Suspense>
    </div>
  )
}

/** It was there a moment ago. */
function ProjectGone({ name }: { name: string }) {
  useDocumentTitle('Nothing here')
  return (
    <EmptyState title="This project is not here any more" isPage>
      <p>
        “{name}” was deleted, or it is no longer shared with you. If that is a surprise, ask whoever runs it.
      </p>
      <Link to="/" className={buttonClass('main')}>
        All projects
      </Link>
    </EmptyState>
  )
}
