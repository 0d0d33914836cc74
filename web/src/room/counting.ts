// How places on video and audio are named: in the timecode of the source, as a record from 01:00:00:00, in frames or in seconds. The
// browser remembers it.
import { createStore, useStore } from '../data/store.ts'

export const countings = ['source', 'record', 'frames', 'seconds'] as const
export type Counting = (typeof countings)[number]

export const countingNames: Record<Counting, string> = {
  source: 'Source',
  record: 'Record',
  frames: 'Frames',
  seconds: 'Seconds',
}

const key = 'dailies.counting'

const store = createStore<{ counting: Counting }>({ counting: kept() })

function kept(): Counting {
  const stored = globalThis.localStorage?.getItem(key)
  return countings.find((counting) => counting === stored) ?? 'source'
}

export function useCounting(): Counting {
  return useStore(store, ({ counting }) => counting)
}

export function setCounting(counting: Counting): void {
  localStorage.setItem(key, counting)
  store.set({ counting })
}

/** Audio has no frames. */
export function countingsOf(unit: 'frame' | 'ms'): readonly Counting[] {
  return unit === 'frame' ? countings : countings.filter((counting) => counting !== 'frames')
}

/** The way of counting that is shown; the remembered one if the file has it. */
export function shownCounting(counting: Counting, unit: 'frame' | 'ms'): Counting {
  return unit === 'ms' && counting === 'frames' ? 'source' : counting
}

export function nextCounting(counting: Counting, unit: 'frame' | 'ms'): Counting {
  const choices = countingsOf(unit)
  return choices[(choices.indexOf(shownCounting(counting, unit)) + 1) % choices.length]!
}

/** For shortcuts, which are not part of a component. */
export function switchCounting(unit: 'frame' | 'ms'): void {
  setCounting(nextCounting(store.get().counting, unit))
}
