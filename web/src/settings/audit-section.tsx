// The audit log of the workspace, newest first. It has no events: while the page shows its newest entries, it asks for new ones.
import type { AuditEntry, ListAuditEntriesFields } from '@dailies/sdk'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { client } from '../data/client.ts'
import { cursorPages, itemsOf } from '../data/lists.ts'
import { keys } from '../data/queries.ts'
import { projectsQuery } from '../projects/projects-query.ts'
import { Button } from '../ui/button.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { Select } from '../ui/select.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { type AuditFilter, readAuditFilter } from './audit-filter.ts'
import { AuditItem } from './audit-item.tsx'
import { requestOf } from './audit-request.ts'
import styles from './audit-section.module.css'
import { actionGroups } from './audit-text.ts'
import { EmptyList, ItemList, SectionHead } from './section-layout.tsx'
import { workspaceMembersQuery } from './settings-queries.ts'

const refreshMs = 10_000

const auditQuery = (request: ListAuditEntriesFields) =>
  infiniteQueryOptions({
    queryKey: keys.settings('audit', request),
    queryFn: ({ signal, pageParam: next }) => client.audit.list(request, { signal }).page({ next }),
    ...cursorPages,
    placeholderData: keepPreviousData,
    // Once older pages were loaded, all of them would be reloaded.
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.pages.length > 1 ? false : refreshMs,
    staleTime: 0,
  })

export function AuditSection() {
  const filter = readAuditFilter(useSearch({ from: '/settings/$section' }))
  const request = requestOf(filter)
  return (
    <>
      <SectionHead title="Audit log" action={<ExportButtons request={request} />}>
        Who signed in, changed access or settings, and deleted or downloaded something. Entries cannot be
        changed. <a href="/docs/audit-and-usage">What is recorded</a>
      </SectionHead>
      <div className={styles.log}>
        <Filters filter={filter} request={request} />
        <Entries filter={filter} request={request} />
      </div>
    </>
  )
}

function ExportButtons({ request }: { request: ListAuditEntriesFields }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (format: 'csv' | 'jsonl') => client.audit.export({ ...request, format }),
    onSuccess({ url, name }) {
      const link = document.createElement('a')
      link.href = url
      link.download = name
      link.click()
    },
  })
  return (
    <section className={styles.exports} aria-label="Export">
      <Button busy={isPending} onClick={() => mutate('csv')}>
        Export CSV
      </Button>
      <Button busy={isPending} onClick={() => mutate('jsonl')}>
        Export JSON
      </Button>
      <ProblemNote error={error} />
    </section>
  )
}

const all = 'all'

function Filters({ filter, request }: { filter: AuditFilter; request: ListAuditEntriesFields }) {
  const { action, actor, project, by, days } = filter
  const choose = useChoose(filter)
  const { data: shown } = useInfiniteQuery(auditQuery(request))
  const { data: members } = useInfiniteQuery(workspaceMembersQuery(''))
  const { data: projects } = useInfiniteQuery(projectsQuery(undefined, false, 'activity'))
  const people = new Map(itemsOf(members).map(({ user }) => [user.id, user.name]))
  const places = new Map(itemsOf(projects).map(({ id, name }) => [id, name]))
  for (const entry of itemsOf(shown)) {
    if (entry.actor !== null) people.set(entry.actor.id, entry.actor.name ?? 'A deleted account')
    if (entry.project !== null) places.set(entry.project.id, entry.project.name ?? 'A deleted project')
  }
  if (actor !== undefined && !people.has(actor)) people.set(actor, 'Another person')
  if (project !== undefined && !places.has(project)) places.set(project, 'Another project')
  return (
    <search className={styles.filters} aria-label="Filters">
      <Select
        aria-label="Action"
        options={[[all, 'All actions'], ...actionGroups]}
        value={action ?? all}
        onValue={(value) => choose({ action: value === all ? undefined : value })}
      />
      <Select
        aria-label="Person"
        options={[[all, 'Everybody'], ...people]}
        value={actor ?? all}
        onValue={(value) => choose({ actor: value === all ? undefined : value })}
      />
      <Select
        aria-label="Project"
        options={[[all, 'All projects'], ...places]}
        value={project ?? all}
        onValue={(value) => choose({ project: value === all ? undefined : value })}
      />
      <Select
        aria-label="Done by"
        options={[
          [all, 'People and agents'],
          ['people', 'People only'],
          ['agents', 'Agents only'],
        ]}
        value={by ?? all}
        onValue={(value) => choose({ by: value === all ? undefined : value })}
      />
      <Select
        aria-label="Time"
        options={[
          [all, 'Any time'],
          ['1', 'Today'],
          ['7', 'Last 7 days'],
          ['30', 'Last 30 days'],
        ]}
        value={days === undefined ? all : `${days}`}
        onValue={(value) => choose({ days: value === all ? undefined : Number(value) })}
      />
    </search>
  )
}

/** Changes some of the filters. */
function useChoose(filter: AuditFilter): (change: Record<string, unknown>) => void {
  const navigate = useNavigate({ from: '/settings/$section' })
  return (change) => void navigate({ search: readAuditFilter({ ...filter, ...change }), replace: true })
}

function Entries({ filter, request }: { filter: AuditFilter; request: ListAuditEntriesFields }) {
  const choose = useChoose(filter)
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    auditQuery(request),
  )
  const entries: AuditEntry[] = itemsOf(data)
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <ProblemNote error={error} />
      {data === undefined && error === null && <Spinner label="Loading the audit log" />}
      {data && entries.length === 0 && (
        <EmptyList>
          <p>{isFiltered ? 'No matching entries.' : 'No entries yet. The next sign-in appears here.'}</p>
          {isFiltered && (
            <Button
              onClick={() =>
                choose({
                  action: undefined,
                  actor: undefined,
                  project: undefined,
                  by: undefined,
                  days: undefined,
                })
              }
            >
              Show all entries
            </Button>
          )}
        </EmptyList>
      )}
      {entries.length > 0 && (
        <ItemList label="Audit log">
          {entries.map((entry) => (
            <AuditItem key={entry.id} entry={entry} />
          ))}
        </ItemList>
      )}
      {hasNextPage && <LoadMore busy={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </>
  )
}
