// Checks have one slot of their own, and wait while previews and renditions wait: nobody looks at a finding before the file.
import type { QueuedTask, TaskOptions } from './tasks.ts'

/** Behind all tasks of other kinds. */
const checkPriority = 20

/** A file has at most one task: a new one replaces a waiting one. */
export function checkTask(fileId: string, options: Pick<TaskOptions, 'afterSeconds'> = {}): QueuedTask {
  return {
    task: 'checks',
    payload: { fileId },
    key: `checks:${fileId}`,
    priority: checkPriority,
    ...options,
  }
}
