import type { CheckProfile } from '@dailies/sdk'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../data/client.ts'
import { keys, withoutEvents } from '../../data/queries.ts'

/** Where check profiles are managed: in a project, or for the whole workspace (null). */
export type Place = string | null

const key = (place: Place, ...part: unknown[]) =>
  place === null ? keys.settings('checks', ...part) : keys.project(place, 'checks', ...part)

/** Everything about check profiles in one place. */
export const checksKey = (place: Place) => key(place)

export const profilesQuery = (place: Place) =>
  queryOptions({
    queryKey: key(place, 'profiles'),
    queryFn: ({ signal }) =>
      client.checkProfiles.list(place === null ? {} : { projectId: place }, { signal }),
    ...withoutEvents,
  })

export const settingsQuery = (place: Place) =>
  queryOptions({
    queryKey: key(place, 'settings'),
    queryFn: ({ signal }) =>
      place === null
        ? client.checkSettings.getWorkspace({ signal })
        : client.checkSettings.get(place, { signal }),
    ...withoutEvents,
  })

export const versionsQuery = (place: Place, profileId: string) =>
  queryOptions({
    queryKey: key(place, 'versions', profileId),
    queryFn: async ({ signal }) =>
      (await client.checkProfiles.listVersions(profileId, {}, { signal }).page()).data,
    ...withoutEvents,
  })

/** Whether the check profile is managed in this place. */
export function belongsTo(place: Place, { builtIn, project }: CheckProfile): boolean {
  return !builtIn && (project?.id ?? null) === place
}
