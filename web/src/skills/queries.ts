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

export function latestVersion({ versions }: Skill): Skill['versions'][number] | undefined {
  return versions.at(-1)
}

export function defaultVersion(skill: Skill): Skill['versions'][number] | undefined {
  return skill.versions.find(({ id }) => id === skill.default?.id)
}
