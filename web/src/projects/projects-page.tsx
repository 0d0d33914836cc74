// All projects that one can see: the way into everything else.
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { ProblemPage } from '../app/problem.tsx'
import { accountQuery } from '../app/queries.ts'
import { useShortcuts } from '../app/shortcuts.ts'
import { useTitle } from '../app/title.ts'
import { Button } from '../ui/button.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { NoProjects } from './no-projects.tsx'
import { ProjectCard } from './project-card.tsx'
import styles from './projects-page.module.css'
import { projectsQuery } from './projects-query.ts'
import { SignInNote } from './sign-in-note.tsx'

const ProjectForm = lazy(() =>
  import('./project-form.tsx').then(({ ProjectForm }) => ({ default: ProjectForm })),
)

export function ProjectsPage() {
  const { q, show } = useSearch({ from: '/' })
  const { data: me } = useSuspenseQuery(accountQuery)
  const navigate = useNavigate({ from: '/' })
  const field = useRef<HTMLInputElement>(null)
  const [creating, setCreating] = useState(false)
  const mayCreate = me.workspace.role !== 'GUEST'
  const create = () => setCreating(true)
  useTitle(show === 'archived' ? 'Archive' : 'Projects')
  useShortcuts('Projects', [
    { keys: '/', label: 'Search projects', run: () => field.current?.focus() },
    ...(mayCreate ? [{ keys: 'n', label: 'New project', run: create }] : []),
  ])
  return (
    <div className="page">
      <SignInNote />
      <div className={styles.head}>
        <h1>{show === 'archived' ? 'Archived projects' : 'Projects'}</h1>
        <SearchField
          ref={field}
          label="Search projects"
          shortcut="/"
          value={q ?? ''}
          onSearch={(text) =>
            void navigate({
              search: { ...(text && { q: text }), ...(show && { show }) },
              replace: true,
            })
          }
        />
        <Link className={styles.switch} to="/" search={show === 'archived' ? {} : { show: 'archived' }}>
          {show === 'archived' ? 'Back to projects' : 'Archive'}
        </Link>
        {mayCreate && (
          <Button
            look="main"
            className={styles.create ?? ''}
            title="New project (n)"
            aria-keyshortcuts="n"
            onClick={create}
          >
            <PlusIcon /> New project
          </Button>
        )}
      </div>
      <Projects keyword={q} archived={show === 'archived'} onCreate={mayCreate ? create : undefined} />
      <Suspense>{creating && <ProjectForm onClose={() => setCreating(false)} />}</Suspense>
    </div>
  )
}

function Projects({
  keyword,
  archived,
  onCreate,
}: {
  keyword: string | undefined
  archived: boolean
  onCreate: (() => void) | undefined
}) {
  const list = useInfiniteQuery(projectsQuery(keyword, archived))
  if (list.isPending) return <Spinner label="Loading projects" />
  if (list.isError && !list.data) return <ProblemPage error={list.error} again={() => void list.refetch()} />
  const projects = list.data.pages.flatMap(({ data }) => data)
  if (projects.length === 0) return <NoProjects {...{ keyword, archived, onCreate }} />
  return (
    <>
      <p className="unseen" role="status">
        {keyword !== undefined && !list.isPlaceholderData && `${projects.length} found`}
      </p>
      <ul className={styles.grid} aria-label="Projects" aria-busy={list.isPlaceholderData}>
        {projects.map((project) => (
          <ProjectCard key={project.id} project={project} />
        ))}
      </ul>
      {list.hasNextPage && <LoadMore onMore={() => void list.fetchNextPage()} busy={list.isFetching} />}
    </>
  )
}
