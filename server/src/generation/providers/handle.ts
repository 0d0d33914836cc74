// Readers for handles and requests, shared by the adapters.
import type { GenerationRequest, Handle, VideoConfigs } from '../../core/provider.ts'

/**
 * The text that an adapter stored in the handle under this key. A handle of another shape cannot be
 * continued.
 */
export function handleText(handle: Handle, key: string): string {
  const value = handle[key]
  if (typeof value !== 'string') throw new Error(`The handle lacks ${key}.`)
  return value
}

export function videoOf({ video }: Pick<GenerationRequest, 'video'>): VideoConfigs {
  if (!video) throw new Error('A video model without video settings.')
  return video
}
