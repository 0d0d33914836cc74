// The quality that a person has chosen for videos. The browser remembers it.
import { createStore, useStore } from '../../data/store.ts'

export const qualities = ['auto', '540p', '1080p', '2160p', 'original'] as const
export type Quality = (typeof qualities)[number]

const key = 'dailies.quality'

const store = createStore<{ quality: Quality }>({ quality: kept() })

function kept(): Quality {
  const stored = globalThis.localStorage?.getItem(key)
  return qualities.find((quality) => quality === stored) ?? 'auto'
}

export function useQuality(): Quality {
  return useStore(store, ({ quality }) => quality)
}

export function setQuality(quality: Quality): void {
  localStorage.setItem(key, quality)
  store.set({ quality })
}
