// Whether the audio panel is open. The button, the key and the menu of the player on phones open it.
import { createStore, useStore } from '../../data/store.ts'

type PanelState = {
  /** A viewer with audio is on the screen. */
  present: boolean
  /** undefined until the panel is first opened: nothing of it is loaded. */
  open: boolean | undefined
}

const store = createStore<PanelState>({ present: false, open: undefined })

export const useAudioPanel = () => useStore(store, ({ open }) => open)
export const useHasAudioPanel = () => useStore(store, ({ present }) => present)
export const toggleAudioPanel = () => store.set({ open: !store.get().open })
export const setAudioPanel = (change: Partial<PanelState>) => store.set(change)
