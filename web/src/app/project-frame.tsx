// The frame around all pages of a project: the header with its tabs, and the live updates.
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useLive } from '../data/event-stream.ts'
import { usePermissions } from '../data/permissions.ts'
import { projectQuery } from '../data/queries.ts'
import { forgetProject, rememberProject } from '../projects/recent-projects.ts'
import { buttonClass } from '../ui/button.tsx'
import { useDocumentTitle } from '../ui/document-title.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { isGone } from '../ui/problem-page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { type Page, pages } from './pages.ts'
import styles from './project-frame.module.css'
import { ProjectHeader } from './project-header.tsx'

const tabs: readonly Page[] = [pages.files, pages.reviews, pages.discussion, pages.shares, pages.people]

export function ProjectFrame() {
  const { projectId } = useParams({ from: '/projects/$projectId' })
  const { data: project, error } = useSuspenseQuery(projectQuery(projectId))
  const isDeleted = isGone(error)
  const { manage } = usePermissions(projectId)
  useLive(projectId)
  useEffect(() => (isDeleted ? forgetProject(projectId) : rememberProject(projectId)), [projectId, isDeleted])
  if (isDeleted) return <ProjectDeleted name={project.name} />
  return (
    <div className={`page ${styles.page}`}>
      <header className={styles.header}>
        <ProjectHeader project={project} />
        <nav className={styles.tabs} aria-label="Project">
          {tabs
            .filter(({ managersOnly }) => manage || !managersOnly)
            .map(({ path, title }) => (
              <Link
                key={path}
                to={path}
                params={{ projectId }}
                activeOptions={{ exact: path === pages.files.path, includeSearch: false }}
              >
                {title}
              </Link>
            ))}
        </nav>
      </header>
      <Suspense fallback={<Spinner label="Loading" />}>
        <Outlet />
      </Suspense>
    </div>
  )
}

/** Replaces the page of a project that was deleted while the page was open. */
function ProjectDeleted({ name }: { name: string }) {
  useDocumentTitle('Project not found')
  return (
    <EmptyState title="This project is no longer available" isPage>
      <p>“{name}” was deleted, or is no longer shared with you. If you still need it, ask its owner.</p>
      <Link to="/projects" className={buttonClass('main')}>
        All projects
      </Link>
    </EmptyState>
  )
}
