import type { Dailies } from '@dailies/sdk'

// biome-ignore lint/suspicious/noExplicitAny: whoever asks for a method by name knows what it takes and gives.
type Method = (...args: any[]) => any

/** The SDK's method of an operation, such as `folders.create`. */
export function methodOf(client: Dailies, name: string): Method {
  let found: unknown = client
  for (const word of name.split('.')) found = (found as Record<string, unknown>)[word]
  return found as Method
}
