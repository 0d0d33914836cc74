// Six tasks are added by database triggers: many statements lead to them, and none may forget them. This file states in
// TypeScript what the triggers add, and `triggers.test.ts` compares it with the database.

import { checkTask } from './check-tasks.ts'
import { type Lane, mediaTask } from './media-tasks.ts'
import { renditionTask } from './rendition-tasks.ts'
import type { QueuedTask, TaskPayloads } from './tasks.ts'
import { type WatermarkLane, watermarkTask } from './watermark-tasks.ts'

/**
 * Trigger `media_queued`: when a row of `media` is inserted as PENDING or becomes PENDING again, its file gets a task in
 * the lane of the row. New rows come from `queueMedia`.
 */
export function taskOfPendingMedia(row: { fileId: string; lane: Lane; priority: number }): QueuedTask {
  return mediaTask(row.lane, row.fileId, { priority: row.priority })
}

/**
 * Trigger `generations_dropped`: when a running generation is deleted, alone or with its project, its
 * provider is asked to cancel it, and the next generation in the provider's queue may start.
 */
export function taskOfDeletedGeneration(row: TaskPayloads['drop-generation']): QueuedTask {
  return { task: 'drop-generation', payload: { provider: row.provider, handle: row.handle } }
}

/** Trigger `renditions_queued`: when a row of `renditions` is inserted as QUEUED or becomes QUEUED again. */
export function taskOfQueuedRenditions(row: { fileId: string }): QueuedTask {
  return renditionTask(row.fileId)
}

/** Trigger `checks_queued`: when a row of `checks` is inserted as QUEUED or becomes QUEUED again. */
export function taskOfQueuedChecks(row: { fileId: string }): QueuedTask {
  return checkTask(row.fileId)
}

/**
 * Trigger `skill_reviews_queued`: when a row of `skill_reviews` is inserted as QUEUED. Trigger `checks_resume_skill_reviews`: when
 * the checks of its file have ended while it is QUEUED.
 */
export function taskOfQueuedSkillReview({ id }: { id: string }): QueuedTask {
  return {
    task: 'review-with-skill',
    payload: { skillReviewId: id },
    key: `review-with-skill:${id}`,
  }
}

/** Trigger `watermarks_queued`: when a row of `watermarks` is inserted as QUEUED or becomes QUEUED again. */
export function taskOfQueuedWatermark(row: {
  id: string
  lane: WatermarkLane
  priority: number
}): QueuedTask {
  return watermarkTask(row.lane, row.id, { priority: row.priority })
}
