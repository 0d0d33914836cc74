import type { CursorPage, ProjectListItem } from '@dailies/sdk'
import { type InfiniteData, infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { keys } from '../data/queries.ts'

export type ProjectPages = InfiniteData<CursorPage<ProjectListItem>, string | undefined>

export const projectSorts = ['activity', 'name', 'created'] as const
export type ProjectSort = (typeof projectSorts)[number]

const sorts = {
  activity: { type: 'activity', direction: 'desc' },
  name: { type: 'name', direction: 'asc' },
  created: { type: 'createdAt', direction: 'desc' },
} as const

/** With a keyword, the best matches come first. */
export const projectsQuery = (keyword: string | undefined, archived: boolean, sort: ProjectSort) =>
  infiniteQueryOptions({
    queryKey: [...keys.projects, { keyword, archived, sort }],
    queryFn: ({ pageParam, signal }) =>
      client.projects
        .list({ keyword, archived, ...(keyword === undefined && { sort: sorts[sort] }) }, { signal })
        .page({ next: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    // No events are sent about projects that the person is not in.
    staleTime: 15_000,
    refetchOnWindowFocus: true,
    // An empty list may get its first project any moment: the demo, or one that somebody shares.
    refetchInterval: ({ state }) => state.data?.pages[0]?.data.length === 0 && 5_000,
  })

/** Changes one project; undefined takes it out. */
export function withProject(
  pages: ProjectPages,
  id: string,
  change: (project: ProjectListItem) => ProjectListItem | undefined,
): ProjectPages {
  const changed = (project: ProjectListItem) => (project.id === id ? change(project) : project)
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      data: page.data.map(changed).filter((project) => project !== undefined),
    })),
  }
}
