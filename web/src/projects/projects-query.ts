import type { CursorPage, Project } from '@dailies/sdk'
import { type InfiniteData, infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { client } from '../app/client.ts'
import { keys } from '../app/queries.ts'

export type ProjectPages = InfiniteData<CursorPage<Project>, string | undefined>

export const projectsQuery = (keyword: string | undefined, archived: boolean) =>
  infiniteQueryOptions({
    queryKey: [...keys.projects, { keyword, archived }],
    queryFn: ({ pageParam, signal }) =>
      client.projects.list({ keyword, archived }, { signal }).page({ next: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    // No events tell of projects that one is not in.
    staleTime: 15_000,
    refetchOnWindowFocus: true,
    // Where there is nothing yet, the first project may be on its way: the demo, or one that somebody shares.
    refetchInterval: ({ state }) => state.data?.pages[0]?.data.length === 0 && 5_000,
  })

/** Changes or, with undefined, takes out one project. */
export function withProject(
  pages: ProjectPages,
  id: string,
  change: (project: Project) => Project | undefined,
): ProjectPages {
  const changed = (project: Project) => (project.id === id ? change(project) : project)
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      data: page.data.map(changed).filter((project) => project !== undefined),
    })),
  }
}
