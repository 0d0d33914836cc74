// A restored copy may share its storage with the server that it was copied from. It reads, and changes nothing there.
import type { Storage } from '../core/storage.ts'

/** Each method of a storage, by whether it changes what is stored: a new method does not compile without a line here. */
const changes: Record<Exclude<keyof Storage, 'space'>, boolean> = {
  startUpload: true,
  // A client writes with it.
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
  moveToTrash: true,
  trashed: false,
  restoreFromTrash: true,
  removeFromTrash: true,
  readMarker: false,
  writeMarker: true,
  objects: false,
  uploads: false,
}

type Method = (...args: unknown[]) => Promise<unknown>

/** `requireWritable` throws when nothing may be changed. Methods of one kind of storage only are named in `also`. */
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
