import { newPrefixedId, newUuid } from '../../../src/core/ids.ts'
import type { Person, World } from '../world.ts'
import { newVideo } from './captions.ts'
import { newSkill } from './skills.ts'
import { type Sample, target } from './target.ts'

/** As `startWorld` configures it; nothing answers there. */
export const sampleModel = 'compatible:sample'

export const skillReviewSamples: Record<string, Sample> = {
  listSkillReviewers: async (world, projectId, owner) => {
    await newSkillReviewer(world, projectId, owner)
    return target({ projectId })
  },
  createSkillReviewer: async (world, projectId, owner) =>
    target(
      { projectId },
      {
        ...{ skillId: (await newPublishedSkill(world, projectId, owner)).skillId, kinds: ['VIDEO', 'IMAGE'] },
        ...{ trigger: 'NEW_REVISIONS', model: sampleModel, brief: 'A clip of ten seconds.' },
      },
    ),
  updateSkillReviewer: async (world, projectId, owner) =>
    target(
      { skillReviewerId: await newSkillReviewer(world, projectId, owner) },
      { kinds: ['AUDIO'], trigger: 'ON_REQUEST', model: null, brief: null },
    ),
  deleteSkillReviewer: async (world, projectId, owner) =>
    target({ skillReviewerId: await newSkillReviewer(world, projectId, owner) }),
  setReviewBudget: async (_world, projectId) => target({ projectId }, { monthlyUsd: 20 }),
  startSkillReview: async (world, projectId, owner) =>
    target(
      { fileId: await newVideo(world, projectId, owner) },
      { skillReviewerId: await newSkillReviewer(world, projectId, owner) },
    ),
  listSkillReviews: async (world, projectId, owner) =>
    target({ fileId: (await newDraftNote(world, projectId, owner)).fileId }),
  cancelSkillReview: async (world, projectId, owner) =>
    target({ skillReviewId: (await newSkillReview(world, projectId, owner, 'QUEUED')).id }),
  retrySkillReview: async (world, projectId, owner) =>
    target({ skillReviewId: (await newSkillReview(world, projectId, owner, 'FAILED')).id }),
  acceptDraftNote: async (world, projectId, owner) =>
    target({ draftNoteId: (await newDraftNote(world, projectId, owner)).id }, { text: 'Too dark' }),
  acceptDraftNotes: async (world, projectId, owner) =>
    target({ skillReviewId: (await newDraftNote(world, projectId, owner)).skillReviewId }),
  dismissDraftNote: async (world, projectId, owner) =>
    target({ draftNoteId: (await newDraftNote(world, projectId, owner)).id }, { reason: 'Meant to be dark' }),
}

export async function newPublishedSkill(
  world: World,
  projectId: string,
  owner: Person,
  content = '# Look for mistakes',
): Promise<{ skillId: string; versionId: string }> {
  const { sql } = world.database
  const skillId = await newSkill(world, projectId, owner)
  const versionId = newPrefixedId('SV')
  await sql`insert into skill_versions (id, skill_id, version, content) values (${versionId}, ${skillId}, 1, ${content})`
  await sql`update skills set last_version = 1, default_version_id = ${versionId} where id = ${skillId}`
  return { skillId, versionId }
}

export async function newSkillReviewer(
  world: World,
  projectId: string,
  owner: Person,
  { model = null as string | null, trigger = 'ON_REQUEST', content = '# Look for mistakes' } = {},
): Promise<string> {
  const id = newUuid()
  const { skillId } = await newPublishedSkill(world, projectId, owner, content)
  await world.database.sql`
    insert into skill_reviewers (id, project_id, skill_id, kinds, trigger, model, created_by)
    values (${id}, ${projectId}, ${skillId}, '{VIDEO,AUDIO,IMAGE,DOCUMENT,MODEL}', ${trigger}, ${model}, ${owner.userId})`
  return id
}

/** A review of a new video that nobody works on. */
export async function newSkillReview(
  world: World,
  projectId: string,
  owner: Person,
  state: 'QUEUED' | 'READY' | 'FAILED',
): Promise<{ id: string; fileId: string }> {
  const id = newUuid()
  const fileId = await newVideo(world, projectId, owner)
  const reviewer = await newSkillReviewer(world, projectId, owner)
  const failed = state === 'FAILED'
  await world.database.sql`
    insert into skill_reviews (id, project_id, file_id, skill_reviewer_id, skill_id, skill_name, skill_version_id, skill_version,
      automatic, state, failure_code, failure_message, failure_retryable, created_by, ended_at)
    select ${id}, r.project_id, ${fileId}, r.id, s.id, s.name, s.default_version_id, 1, false, ${state},
      ${failed ? 'provider_failed' : null}, ${failed ? 'The model failed.' : null}, ${failed ? true : null}, ${owner.userId},
      case when ${state} <> 'QUEUED' then now() end
    from skill_reviewers r join skills s on s.id = r.skill_id where r.id = ${reviewer}`
  return { id, fileId }
}

/** A draft note on the frames 50 to 74 of a new video. */
export async function newDraftNote(
  world: World,
  projectId: string,
  owner: Person,
): Promise<{ id: string; skillReviewId: string; fileId: string }> {
  const review = await newSkillReview(world, projectId, owner, 'READY')
  const id = newUuid()
  await addDraftNote(world, review, { id })
  return { id, skillReviewId: review.id, fileId: review.fileId }
}

/** Adds a draft note to a review. */
export async function addDraftNote(
  world: World,
  review: { id: string; fileId: string },
  { id = newUuid(), position = 0, content = 'The face is too dark.' } = {},
): Promise<string> {
  await world.database.sql`
    insert into draft_notes (id, project_id, file_id, skill_review_id, run, position, first_frame, last_frame, area, content,
      confidence)
    select ${id}, f.project_id, f.id, ${review.id}, 1, ${position}, 50, 74,
      '{"x": 0.25, "y": 0.25, "width": 0.5, "height": 0.25}', ${content}, 0.75
    from files f where f.id = ${review.fileId}`
  return id
}
