// Watermarks are drawn in lanes of their own. `QUICK` shares the slots of stills: each is a few images. `LONG` has its own slots: a
// guest waits neither for the proxies of the team nor makes the team wait for theirs.
import type { QueuedTask, TaskOptions } from './tasks.ts'

export type WatermarkLane = 'QUICK' | 'LONG'

export const watermarkTasks = {
  QUICK: 'watermark',
  LONG: 'watermark-long',
} as const satisfies Record<WatermarkLane, string>

/** A copy has at most one task: a new one replaces a waiting one. */
export function watermarkTask(
  lane: WatermarkLane,
  watermarkId: string,
  options: Omit<TaskOptions, 'key'>,
): QueuedTask {
  return { task: watermarkTasks[lane], payload: { watermarkId }, key: `watermark:${watermarkId}`, ...options }
}
