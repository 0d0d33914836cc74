// Whether scrubbing is heard. The browser remembers it; before a choice, audio files are, unless the person saves data.
import { createStore, useStore } from '../../data/store.ts'

const key = 'dailies.scrub-sound'

type Connection = { saveData?: boolean }
type Setting = { chosen: boolean | null }

const store = createStore<Setting>({ chosen: kept() })

function kept(): boolean | null {
  const stored = globalThis.localStorage?.getItem(key)
  return stored === null || stored === undefined ? null : stored === 'on'
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection }
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches
}

export function useScrubSound(isAudioFile: boolean): boolean {
  const chosen = useStore(store, (state) => state.chosen)
  return chosen ?? (isAudioFile && !savesData())
}

export function setScrubSound(on: boolean): void {
  localStorage.setItem(key, on ? 'on' : 'off')
  store.set({ chosen: on })
}
