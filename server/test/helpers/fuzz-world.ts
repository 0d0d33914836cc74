// Shared by the fuzzing suites: a world with resources to refer to, and a seed that is printed and can be set.
import fc from 'fast-check'
import { isRead, type Operation } from '../../src/core/operation.ts'
import { hugeDisk } from '../stand-ins/small-disk.ts'
import {
  newFolder,
  newMember,
  newShare,
  newSkillVersion,
  newVersion,
  sampleFor,
  type Target,
} from '../worlds/samples.ts'
import { credentialHeaders, type Person, startWorld, type World } from '../worlds/world.ts'
import type { KnownIds } from './arbitraries.ts'

const seed = Number(process.env.FUZZ_SEED ?? 20_260_101)
const numRuns = Number(process.env.FUZZ_RUNS ?? 15)

export async function startFuzz() {
  const world = await startWorld({ statFs: hugeDisk })
  const owner = await world.person({ role: 'OWNER' })
  const { id: projectId } = await world.project({ owner })
  const session = await world.session(owner.userId)
  const anyGuest = await newShare(world, projectId, owner)
  const ids = await knownIds(world, projectId, owner)
  const targets = new Map<Operation, Target>()
  const guestTokens = new Map<Operation, string>()
  console.log(`fuzz: FUZZ_SEED=${seed} FUZZ_RUNS=${numRuns}`)
  return {
    world,
    owner,
    /** The headers that the owner calls the operation with. */
    credential(operation: Operation) {
      const { credential } = operation
      const keys = {
        ...{ session, optional: owner.key },
        share: guestTokens.get(operation) ?? anyGuest.token,
      }
      return credentialHeaders(world.url, credential === undefined ? owner.key : keys[credential])
    },
    ids,
    check,
    /** A resource to call the operation on. It is reused until `spend`, because refused calls and reads do not change it. */
    async target(operation: Operation): Promise<Target> {
      const known = targets.get(operation)
      if (known) return known
      const target = await sampleFor(operation)(world, projectId, owner)
      targets.set(operation, target)
      // The guest of the share that the sample made.
      if (operation.credential === 'share')
        guestTokens.set(operation, await world.credential(operation, owner))
      return target
    },
    spend(operation: Operation): void {
      if (!isRead(operation)) targets.delete(operation)
    },
  }
}

/** Fails with the smallest failing input, shortened to a readable length. */
async function check<T>(property: fc.IAsyncProperty<T>): Promise<void> {
  const run = await fc.check(property, { seed, numRuns })
  if (!run.failed) return
  const input = fc.stringify(run.counterexample).slice(0, 1_000)
  const { message } = run.errorInstance as Error
  throw new Error(`FUZZ_SEED=${seed} FUZZ_RUNS=${numRuns} run ${run.numRuns}: ${input}\n${message}`)
}

/** Resources of the caller's project, and resources of other projects that must stay out of reach. */
async function knownIds(world: World, projectId: string, owner: Person): Promise<KnownIds> {
  const elsewhere = await world.project({ workspaceId: await world.workspace() })
  const ids: KnownIds = { uuids: [], prefixed: [] }
  for (const project of [{ id: projectId, owner }, elsewhere]) {
    ids.uuids.push(project.id, project.owner.userId, project.owner.keyId)
    ids.uuids.push(await newMember(world, project.id))
    ids.uuids.push(await newVersion(world, project.id, project.owner))
    ids.prefixed.push(await newFolder(world, project.id, project.owner))
    ids.prefixed.push(await newSkillVersion(world, project.id, project.owner))
  }
  ids.uuids.push((await world.person()).userId, world.workspaceId)
  return ids
}
