// A restored copy may share its storage with the original server. It may read from the storage, but must not change
// it.
import type { Storage } from '../core/storage.ts'

/**
 * Each method of a storage, and whether it changes what is stored: a new method does not compile without a line here.
 */
const changes: Record<Exclude<keyof Storage, 'space'>, boolean> = {
  startUpload: true,
  // Clients write with it.
  partUrl: true,
  listParts: false,
  completeUpload: true,
  abortUpload: true,
  lastActivity: false,
  stat: false,
  read: false,
  write: true,
  downloadUrl: false,
  remove: true,
  discardObject: true,
  discarded: false,
  returnObject: true,
  removeDiscarded: true,
  readMarker: false,
  writeMarker: true,
  objects: false,
  uploads: false,
}

type Method = (...args: unknown[]) => Promise<unknown>

/** `requireWritable` throws when nothing may be changed. `also` lists methods that only one kind of storage has. */
export function guardWrites<S extends Storage>(
  storage: S,
  requireWritable: () => void,
  also: readonly (keyof S)[] = [],
): S {
  const guarded = (name: keyof S): Method => {
    const method = storage[name] as Method
    return async (...args) => {
      requireWritable()
      return method(...args)
    }
  }
  const shared = Object.keys(changes).filter((name) => changes[name as keyof typeof changes])
  const names = [...(shared as (keyof S)[]), ...also]
  return { ...storage, ...Object.fromEntries(names.map((name) => [name, guarded(name)])) }
}
