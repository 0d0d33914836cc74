import { newUuid } from '../../../src/core/ids.ts'
import type { Person, World } from '../world.ts'
import { join, newUser } from './members.ts'
import { type Sample, target } from './target.ts'
import { newVersion } from './versions.ts'

export const reviewSamples: Record<string, Sample> = {
  createReviewRequests: async (world, projectId, owner) => {
    const id = await newUser(world, projectId)
    await join(world, projectId, id, 'PROJECT_REVIEWER')
    return target({ versionId: await newVersion(world, projectId, owner) }, { users: [{ id }] })
  },
  listReviewRequests: async (world, projectId, owner) =>
    target({ versionId: (await newReviewRequest(world, projectId, owner)).versionId }),
  listReviews: async () => target({}, { status: 'APPROVED' }),
  remindReviewer: async (world, projectId, owner) =>
    target({ reviewRequestId: (await newReviewRequest(world, projectId, owner)).id }),
  deleteReviewRequest: async (world, projectId, owner) =>
    target({ reviewRequestId: (await newReviewRequest(world, projectId, owner)).id }),
  markVersionSeen: async (world, projectId, owner) => {
    const { versionId } = await newReviewRequest(world, projectId, owner, owner.userId)
    return target({ versionId })
  },
  giveVerdict: async (world, projectId, owner) =>
    target({ versionId: await newVersion(world, projectId, owner) }, { verdict: 'APPROVED' }),
  withdrawVerdict: async (world, projectId, owner) =>
    target({ versionId: await newVerdict(world, projectId, owner) }),
  listVerdicts: async (world, projectId, owner) =>
    target({ versionId: await newVerdict(world, projectId, owner) }),
  getReceipt: async (world, projectId, owner) =>
    target({ versionId: await newVerdict(world, projectId, owner) }, { format: 'json' }),
}

/** A new version that a user, by default a new one, is asked to review. */
export async function newReviewRequest(world: World, projectId: string, owner: Person, reviewer?: string) {
  const id = newUuid()
  const versionId = await newVersion(world, projectId, owner)
  const userId = reviewer ?? (await newUser(world, projectId))
  if (!reviewer) await join(world, projectId, userId, 'PROJECT_REVIEWER')
  await world.database.sql`
    insert into review_requests (id, version_id, project_id, user_id, requested_by)
    values (${id}, ${versionId}, ${projectId}, ${userId}, ${owner.userId})`
  return { id, versionId }
}

/** A new version that the owner has approved. */
async function newVerdict(world: World, projectId: string, owner: Person): Promise<string> {
  const versionId = await newVersion(world, projectId, owner)
  await world.database.sql`
    insert into verdicts (id, version_id, project_id, user_id, user_name, verdict, review)
    values (${newUuid()}, ${versionId}, ${projectId}, ${owner.userId}, 'Someone', 'APPROVED', 0)`
  return versionId
}
