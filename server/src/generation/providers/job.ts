// What the adapters read out of jobs and handles.
import type { Handle, Job, VideoConfigs } from '../../core/provider.ts'

/** What a handle of ours holds under this key. Another shape means that it is not ours: the job cannot go on. */
export function heldText(handle: Handle, key: string): string {
  const value = handle[key]
  if (typeof value !== 'string') throw new Error(`The handle lacks ${key}.`)
  return value
}

export function videoOf({ video }: Pick<Job, 'video'>): VideoConfigs {
  if (!video) throw new Error('A video model without video settings.')
  return video
}
