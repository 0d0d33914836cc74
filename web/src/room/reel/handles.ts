// Frames that reels cut off at both ends of each file. The browser remembers them.
import { createStore, useStore } from '../../data/store.ts'

const key = 'dailies.handles'
const most = 999

const store = createStore({ handles: valid(globalThis.localStorage?.getItem(key)) })

function valid(text: string | number | null | undefined): number {
  const number = Math.trunc(Number(text))
  return Number.isFinite(number) ? Math.min(most, Math.max(0, number)) : 0
}

export function useHandles(): number {
  return useStore(store, ({ handles }) => handles)
}

export function setHandles(text: string): void {
  const handles = valid(text)
  localStorage.setItem(key, String(handles))
  store.set({ handles })
}
