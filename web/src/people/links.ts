// The access links of a project, and the one that Share uses.
import type { AccessLink } from '@dailies/sdk'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { keys } from '../data/queries.ts'
import { parseTime } from '../ui/parse-time.ts'
import { type LinkRole, roleNames } from './roles.ts'

export const linksQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.project(projectId, 'links'),
    queryFn: ({ signal }) => client.accessLinks.list(projectId, { signal }),
  })

export function isLive({ expiresAt }: AccessLink): boolean {
  return expiresAt === null || parseTime(expiresAt).getTime() > Date.now()
}

export function linkTitle({ description, role }: AccessLink): string {
  return description || `${roleNames[role]} link`
}

/** The server's page for joining. `next` is the path in the project to open after joining. */
export function linkAddress(accessKey: string, next?: string): string {
  const address = new URL(`/join/${accessKey}`, location.origin)
  if (next !== undefined) address.searchParams.set('next', next)
  return address.href
}

/**
 * Share reuses a link that has no description, password or expiry: such a link was not created for anybody in
 * particular, so sharing it again mixes no audiences.
 */
export function isShareLink({ description, hasPassword, expiresAt, accessKey }: AccessLink): boolean {
  return !description && !hasPassword && expiresAt === null && accessKey !== null
}

/** The link that Share uses for a role, if there is one, and a function to create it. */
export function useShareLink(projectId: string, role: LinkRole) {
  const queries = useQueryClient()
  const links = useQuery(linksQuery(projectId))
  const find = (all: AccessLink[] | undefined) =>
    all?.find((link) => link.role === role && isShareLink(link))?.accessKey ?? undefined
  const create = useMutation({
    async mutationFn(): Promise<string> {
      const known = find(await queries.ensureQueryData(linksQuery(projectId)))
      if (known !== undefined) return known
      const { id } = await client.accessLinks.create(projectId, { role })
      const { accessKey } = await client.accessLinks.get(id)
      return accessKey!
    },
    meta: { ownErrors: true },
    onSettled: () => queries.invalidateQueries({ queryKey: keys.project(projectId, 'links') }),
  })
  return { accessKey: find(links.data), create, error: links.error ?? create.error }
}
