import { useSyncExternalStore } from 'react'

/** State that components of a page share and that changes often, without rendering the whole page. */
export type Store<State extends object> = {
  get: () => State
  set: (change: Partial<State>) => void
  subscribe: (watcher: () => void) => () => void
}

export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial
  const watchers = new Set<() => void>()
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change }
      for (const watcher of watchers) watcher()
    },
    subscribe(watcher) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
}

/** `select` must return the same value as long as nothing changed: a part of the state, not a new object. */
export function useStore<State extends object, Part>(
  store: Store<State>,
  select: (state: State) => Part,
): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
