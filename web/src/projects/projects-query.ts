import type { CursorPage, ProjectListItem } from '@dailies/sdk'
import { type InfiniteData, infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { cursorPages } from '../data/lists.ts'
import { keys, withoutEvents } from '../data/queries.ts'

export type ProjectPages = InfiniteData<CursorPage<ProjectListItem>, string | null>

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
    ...cursorPages,
    placeholderData: keepPreviousData,
    // A person gets no events about projects that they are not a member of.
    ...withoutEvents,
    staleTime: 15_000,
    // An empty list may get its first project at any moment: the demo project, or one that somebody shares.
    refetchInterval: ({ state }) => state.data?.pages[0]?.data.length === 0 && 5_000,
  })
