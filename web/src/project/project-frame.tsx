// What all pages of a project have: its name, where one can go in it, and that it is followed live.
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useLive } from '../app/live.ts'
import { projectQuery } from '../app/queries.ts'
import { Spinner } from '../ui/spinner.tsx'
import styles from './project-frame.module.css'
import { ProjectHeader } from './project-header.tsx'

export function ProjectFrame() {
  const { projectId } = useParams({ from: '/projects/$projectId' })
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  useLive(projectId)
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
          Review rounds
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
