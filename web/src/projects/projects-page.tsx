// All projects that the person can see.
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { itemsOf } from '../data/lists.ts'
import { useTitle } from '../data/page-title.ts'
import { accountQuery } from '../data/queries.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import { DisplayIcon } from '../ui/list-icons.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Menu, MenuRadioGroup } from '../ui/menu.tsx'
import { ProblemPage } from '../ui/problem-page.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { Spinner } from '../ui/spinner.tsx'
import { NoProjects } from './no-projects.tsx'
import { ProjectCard } from './project-card.tsx'
import styles from './projects-page.module.css'
import { type ProjectSort, projectsQuery } from './projects-query.ts'
import { RecentProjects } from './recent-row.tsx'
import { SignInNote } from './sign-in-note.tsx'

const ProjectForm = lazy(() =>
  import('./project-form.tsx').then(({ ProjectForm }) => ({ default: ProjectForm })),
)

const sortNames: readonly (readonly [ProjectSort, string])[] = [
  ['activity', 'Last activity'],
  ['name', 'Name'],
  ['created', 'Date created'],
]

export function ProjectsPage() {
  const { q, show, sort = 'activity' } = useSearch({ from: '/projects' })
  const { data: me } = useSuspenseQuery(accountQuery)
  const navigate = useNavigate({ from: '/projects' })
  const field = useRef<HTMLInputElement>(null)
  const [creating, setCreating] = useState(false)
  const mayCreate = me.workspace.role !== 'GUEST'
  const create = () => setCreating(true)
  const archived = show === 'archived'
  useTitle(archived ? 'Archive' : 'Projects')
  useShortcuts('Projects', [
    { keys: '/', label: 'Search projects', run: () => field.current?.focus() },
    ...(mayCreate ? [{ keys: 'n', label: 'New project', run: create }] : []),
  ])
  return (
    <div className="page">
      <SignInNote />
      <div className={styles.head}>
        <h1>{archived ? 'Archived projects' : 'Projects'}</h1>
        <SearchField
          ref={field}
          label="Search projects"
          shortcut="/"
          value={q ?? ''}
          onSearch={(text) =>
            void navigate({
              search: { ...(text && { q: text }), ...(show && { show }), ...sorted(sort) },
              replace: true,
            })
          }
        />
        <div className={styles.tools}>
          <SortMenu
            sort={sort}
            onSort={(next) =>
              void navigate({
                search: { ...(q && { q }), ...(show && { show }), ...sorted(next) },
                replace: true,
              })
            }
          />
          <Link className={buttonClass('plain')} to="/projects" search={archived ? {} : { show: 'archived' }}>
            {archived ? 'Back to projects' : 'Archive'}
          </Link>
          {mayCreate && (
            <Button look="main" title="New project (n)" aria-keyshortcuts="n" onClick={create}>
              <PlusIcon /> New project
            </Button>
          )}
        </div>
      </div>
      <Projects {...{ keyword: q, archived, sort }} onCreate={mayCreate ? create : undefined} />
      <Suspense>{creating && <ProjectForm onClose={() => setCreating(false)} />}</Suspense>
    </div>
  )
}

/** The default order is not in the URL. */
function sorted(sort: ProjectSort) {
  return sort === 'activity' ? {} : { sort }
}

function SortMenu({ sort, onSort }: { sort: ProjectSort; onSort: (sort: ProjectSort) => void }) {
  const name = sortNames.find(([one]) => one === sort)![1]
  return (
    <Menu
      label="Sort projects"
      button={
        <Button
          look="plain"
          title="Sort projects"
          aria-label={`Sort projects: ${name}`}
          className={styles.sort ?? ''}
        >
          <DisplayIcon /> <span className={styles.word}>{name}</span>
        </Button>
      }
    >
      <MenuRadioGroup
        label="Sort by"
        value={sort}
        options={sortNames}
        onChange={(next) => onSort(next as ProjectSort)}
      />
    </Menu>
  )
}

/** With fewer projects than this, all of them are visible without scrolling. */
const manyProjects = 6

function Projects({
  keyword,
  archived,
  sort,
  onCreate,
}: {
  keyword: string | undefined
  archived: boolean
  sort: ProjectSort
  onCreate: (() => void) | undefined
}) {
  const list = useInfiniteQuery(projectsQuery(keyword, archived, sort))
  if (list.isPending) return <Spinner label="Loading projects" />
  if (list.isError && !list.data) return <ProblemPage error={list.error} retry={() => void list.refetch()} />
  const projects = itemsOf(list.data)
  if (projects.length === 0) return <NoProjects {...{ keyword, archived, onCreate }} />
  return (
    <>
      <p className="unseen" role="status">
        {keyword !== undefined && !list.isPlaceholderData && `${projects.length} found`}
      </p>
      {keyword === undefined && !archived && projects.length > manyProjects && (
        <RecentProjects projects={projects} />
      )}
      <ul className={styles.grid} aria-label="Projects" aria-busy={list.isPlaceholderData}>
        {projects.map((project) => (
          <ProjectCard key={project.id} project={project} />
        ))}
      </ul>
      {list.hasNextPage && <LoadMore onMore={() => void list.fetchNextPage()} busy={list.isFetching} />}
    </>
  )
}
