// What more than one page reads. The keys begin with what an event can name, so that live.ts can refresh by prefix.
import type { Account } from '@dailies/sdk'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'

export const keys = {
  account: ['account'] as const,
  projects: ['projects'] as const,
  /** Everything of one project; `project(id, 'files')` is a part of it. */
  project: (projectId: string, ...part: unknown[]) => ['project', projectId, ...part] as const,
  /** Everything of one file. */
  file: (fileId: string, ...part: unknown[]) => ['file', fileId, ...part] as const,
  /** Of the stack that a file belongs to. */
  revisions: (stackId: string) => ['revisions', stackId] as const,
  version: (versionId: string) => ['version', versionId] as const,
  skills: ['skills'] as const,
  settings: (...part: unknown[]) => ['settings', ...part] as const,
}

export const accountQuery = queryOptions({
  queryKey: keys.account,
  queryFn: ({ signal }) => client.account.get({ signal }),
  staleTime: 300_000,
})

/** The person who is signed in, as this workspace shows them. */
export function shownAs(me: Pick<Account, 'id' | 'name' | 'displayName' | 'avatarUrl' | 'displayAvatarUrl'>) {
  return { id: me.id, name: me.displayName ?? me.name, avatarUrl: me.displayAvatarUrl ?? me.avatarUrl }
}

/** What this session may do anywhere: guests of some links may not download. */
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
