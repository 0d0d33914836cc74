import type { Account, Skill } from '@dailies/sdk'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { keys, withoutEvents } from '../data/queries.ts'

export const skillsQuery = queryOptions({
  queryKey: keys.skills,
  queryFn: ({ signal }) => client.skills.list({ signal }),
  ...withoutEvents,
})

/** A skill with the ETag for changing it. */
export type ReadSkill = { skill: Skill; eTag: string | undefined }

export const skillQuery = (skillId: string) =>
  queryOptions({
    queryKey: [...keys.skills, skillId],
    queryFn: ({ signal }) => readSkill(skillId, signal),
    ...withoutEvents,
  })

export async function readSkill(skillId: string, signal?: AbortSignal): Promise<ReadSkill> {
  let eTag: string | undefined
  const onResponse = ({ headers }: { headers: Headers }) => {
    eTag = headers.get('ETag') ?? undefined
  }
  const skill = await client.skills.get(skillId, { signal, onResponse })
  return { skill, eTag }
}

/** Versions never change. */
export const versionTextQuery = (skillVersionId: string) =>
  queryOptions({
    queryKey: [...keys.skills, 'text', skillVersionId],
    queryFn: ({ signal }) => client.skillVersions.get(skillVersionId, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export function mayWriteSkills({ guest, workspace }: Pick<Account, 'guest' | 'workspace'>): boolean {
  return !guest && workspace.role !== 'GUEST'
}

/** The newest published version, on which the next one is based. */
export function latestVersion({ versions }: Skill): Skill['versions'][number] | undefined {
  return versions.findLast(({ draft }) => !draft)
}

/** “By an agent for Ann”, or “By Ann”. */
export function authorOf({ agent, createdBy }: Skill['versions'][number]): string {
  const name = createdBy?.name ?? 'a former member'
  return agent ? `By an agent for ${name}` : `By ${name}`
}

export function defaultVersion(skill: Skill): Skill['versions'][number] | undefined {
  return skill.versions.find(({ id }) => id === skill.default?.id)
}
