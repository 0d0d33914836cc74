// What all pages of a project share: the header with its tabs, and the live updates.
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useLive } from '../data/event-stream.ts'
import { projectQuery } from '../data/queries.ts'
import { forgetProject, rememberProject } from '../projects/recent-projects.ts'
import { buttonClass } from '../ui/button.tsx'
import { useDocumentTitle } from '../ui/document-title.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { isGone } from '../ui/problem.tsx'
import { Spinner } from '../ui/spinner.tsx'
import styles from './project-frame.module.css'
import { ProjectHeader } from './project-header.tsx'

export function ProjectFrame() {
  const { projectId } = useParams({ from: '/projects/$projectId' })
  const { data: project, error } = useSuspenseQuery(projectQuery(projectId))
  const gone = isGone(error)
  useLive(projectId)
  useEffect(() => (gone ? forgetProject(projectId) : rememberProject(projectId)), [projectId, gone])
  if (gone) return <ProjectGone name={project.name} />
  return (
    <div className={`page ${styles.page}`}>
      <header className={styles.header}>
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
      </header>
      <Suspense fallback={<Spinner label="Loading" />}>
        <Outlet />
      </Suspense>
    </div>
  )
}

/** It was here a moment ago. */
function ProjectGone({ name }: { name: string }) {
  useDocumentTitle('Project not found')
  return (
    <EmptyState title="This project is gone" isPage>
      <p>“{name}” was deleted, or is no longer shared with you. If you still need it, ask its owner.</p>
      <Link to="/" className={buttonClass('main')}>
        All projects
      </Link>
    </EmptyState>
  )
}
