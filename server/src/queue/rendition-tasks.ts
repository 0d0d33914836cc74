// Renditions have slots of their own, and wait while proxies wait: a file without a proxy cannot be played everywhere.
import type { QueuedTask, TaskOptions } from './tasks.ts'

/** A file has at most one task: a new one replaces a waiting one. */
export function renditionTask(fileId: string, options: Omit<TaskOptions, 'key'> = {}): QueuedTask {
  return { task: 'renditions', payload: { fileId }, key: `renditions:${fileId}`, ...options }
}
