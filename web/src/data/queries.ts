// The queries that more than one feature uses, and the keys of all queries. Keys begin with the resource that an event names,
// so that event-table.ts refreshes queries by prefix.
import type { Account } from '@dailies/sdk'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'

export const keys = {
  account: ['account'] as const,
  /** The reviews, notes and generations that wait for the signed-in person. */
  inbox: ['inbox'] as const,
  projects: ['projects'] as const,
  /** Everything of one project; `project(id, 'files')` is a part of it. */
  project: (projectId: string, ...part: unknown[]) => ['project', projectId, ...part] as const,
  /** Everything of one file. */
  file: (fileId: string, ...part: unknown[]) => ['file', fileId, ...part] as const,
  /**
   * Lists of files, of one project or of all. They are not below the key of the project, because an event changes
   * single files in them instead of reloading all pages.
   */
  fileLists: (...projectId: [string?]) => ['file-list', ...projectId] as const,
  /** The deleted records of a project; null for the skills of the workspace. */
  trash: (projectId: string | null) => ['trash', projectId] as const,
  version: (versionId: string) => ['version', versionId] as const,
  /** The review requests and verdicts of one review, or of all. */
  reviewers: (...versionId: [string?]) => ['reviewers', ...versionId] as const,
  skills: ['skills'] as const,
  notifications: ['notifications'] as const,
  settings: (...part: unknown[]) => ['settings', ...part] as const,
}

/** For queries without events: they are reloaded when the person returns to the window. */
export const withoutEvents = { staleTime: 5_000, refetchOnWindowFocus: true }

export const accountQuery = queryOptions({
  queryKey: keys.account,
  queryFn: ({ signal }) => client.account.get({ signal }),
  staleTime: 300_000,
})

/** The signed-in person, with the name and avatar of this workspace. */
export function shownAs(me: Pick<Account, 'id' | 'name' | 'displayName' | 'avatarUrl' | 'displayAvatarUrl'>) {
  return { id: me.id, name: me.displayName ?? me.name, avatarUrl: me.displayAvatarUrl ?? me.avatarUrl }
}

/** The scopes of this session: guests of some links may not download. */
export const scopesQuery = queryOptions({
  queryKey: ['scopes'],
  queryFn: async ({ signal }) => (await client.ping({ signal })).scopes,
  staleTime: Infinity,
})

export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.project(projectId, 'details'),
    queryFn: ({ signal }) => client.projects.get(projectId, { signal }),
  })

export const membersQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.project(projectId, 'members'),
    queryFn: ({ signal }) => client.members.list(projectId, { signal }),
  })

export const foldersQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.project(projectId, 'folders'),
    queryFn: ({ signal }) => client.folders.list(projectId, { signal }),
  })

export const fileQuery = (fileId: string) =>
  queryOptions({
    queryKey: keys.file(fileId, 'details'),
    queryFn: ({ signal }) => client.files.get(fileId, { signal }),
  })
