// How an image is inspected: guides, channels, exposure. The state lasts until the page is loaded again, also when another
// file is opened. It never changes the file, nor what others see.
import { createStore, useStore } from '../../data/store.ts'

export const channels = [
  ['colour', 'RGB', 'All channels'],
  ['red', 'R', 'Red'],
  ['green', 'G', 'Green'],
  ['blue', 'B', 'Blue'],
  ['alpha', 'A', 'Alpha'],
  ['luma', 'Y', 'Luma'],
] as const

export type Channel = (typeof channels)[number][0]

/** Width by height. */
export const masks = [
  ['1.85', 1.85],
  ['2.00', 2],
  ['2.39', 2.39],
  ['4:3', 4 / 3],
  ['1:1', 1],
  ['9:16', 9 / 16],
  ['4:5', 4 / 5],
] as const

export type Mask = (typeof masks)[number][0] | 'off'

export type ViewState = {
  safeAreas: boolean
  mask: Mask
  channel: Channel
  /** In stops. */
  exposure: number
  falseColour: boolean
  /** Whether stills contain the drawing that is visible. */
  withDrawing: boolean
}

const neutral: ViewState = {
  safeAreas: false,
  mask: 'off',
  channel: 'colour',
  exposure: 0,
  falseColour: false,
  withDrawing: true,
}

/** The largest exposure, in stops, in both directions. */
export const maxStops = 4

export const viewStore = createStore<ViewState>(neutral)

export function useView<Part>(select: (state: ViewState) => Part): Part {
  return useStore(viewStore, select)
}

export function resetView(): void {
  const { withDrawing } = viewStore.get()
  viewStore.set({ ...neutral, withDrawing })
}

export function toggle(name: 'safeAreas' | 'falseColour'): void {
  viewStore.set({ [name]: !viewStore.get()[name] })
}

export function nextMask(): void {
  const names: readonly Mask[] = ['off', ...masks.map(([name]) => name)]
  viewStore.set({ mask: names[(names.indexOf(viewStore.get().mask) + 1) % names.length]! })
}

/** Choosing the shown channel again shows all of them. */
export function toggleChannel(channel: Channel): void {
  viewStore.set({ channel: viewStore.get().channel === channel ? 'colour' : channel })
}

export function setExposure(stops: number): void {
  viewStore.set({ exposure: Math.min(maxStops, Math.max(-maxStops, stops)) })
}

/** Whether the colours of the image are changed. */
export function isGraded({ channel, exposure, falseColour }: ViewState): boolean {
  return channel !== 'colour' || exposure !== 0 || falseColour
}

export function isNeutral(state: ViewState): boolean {
  return !isGraded(state) && !state.safeAreas && state.mask === 'off'
}
