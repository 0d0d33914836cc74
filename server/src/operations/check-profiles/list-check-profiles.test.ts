import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Person } from '../../../test/worlds/world.ts'
import { builtInProfiles } from '../../media/checks/built-in-profiles.ts'
import { startCheckProfileWorld } from './fixtures/check-profile-world.ts'

const { world, admin, projectId, owner, list, created } = await startCheckProfileWorld()

test('200: the list has the built-in ones, those of the workspace by name, and those of one project', async () => {
  const other = await world.project({ owner })
  const [b, a] = [await created('b list'), await created('A list')]
  const own = await created('Own list', { projectId }, owner)
  await created('Elsewhere list', { projectId: other.id }, owner)
  const names = async (query: string, who: Person) =>
    (await list(query, who)).map(({ id }) => id).filter((id) => id.length < 20 || [a, b, own].includes(id))
  const builtIn = Object.keys(builtInProfiles)
  assert.deepEqual(await names('', admin), [...builtIn, a, b])
  assert.deepEqual(await names(`?projectId=${projectId}`, owner), [...builtIn, a, b, own])
  assert.ok((await list(`?projectId=${projectId}`, owner)).every(({ name }) => name !== 'Elsewhere list'))
})
