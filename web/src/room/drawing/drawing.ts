// The drawing for the comment that is being written. It belongs to one place of the file: elsewhere it is hidden, and
// drawing again seeks back to it.
import type { FileDetails } from '@dailies/sdk'
import {
  hasSelection,
  isSamePlace,
  type Pen,
  type Place,
  type Room,
  type RoomState,
  type Shape,
  type Tool,
} from '../room.ts'
import { spotShape } from './geometry.ts'
import { type Point, withShape } from './simplify.ts'

/** Colours that are visible on dark and light images, and that people with colour blindness can distinguish. */
export const colours = [
  ['#ff453a', 'Red'],
  ['#ffd60a', 'Yellow'],
  ['#32d74b', 'Green'],
  ['#40c8ff', 'Blue'],
  ['#ffffff', 'White'],
  ['#000000', 'Black'],
] as const

/** In fractions of the image's height. */
export const widths = [
  [0.004, 'Thin'],
  [0.008, 'Medium'],
  [0.016, 'Thick'],
] as const

let lastPen: Pen = { tool: 'pen', colour: colours[0][0], width: widths[1][0] }

export function canDrawOn({ media }: FileDetails): boolean {
  return media !== null && media.kind !== null && media.kind !== 'AUDIO'
}

type Moment = { draftShapes: readonly Shape[]; draftPlace: Place | null }
type History = { past: Moment[]; future: Moment[] }

const histories = new WeakMap<Room, History>()

function historyOf(room: Room): History {
  const known = histories.get(room)
  if (known) return known
  const history: History = { past: [], future: [] }
  histories.set(room, history)
  return history
}

function momentOf(room: Room): Moment {
  const { draftShapes, draftPlace } = room.store.get()
  return { draftShapes, draftPlace }
}

/** Pauses, and seeks to the place of the drawing. */
export function startDrawing(room: Room, tool?: Tool): void {
  room.pause()
  if (hasSelection(room)) void room.select(null)
  setPen(room, tool ? { tool } : {})
  room.store.set({ composing: true })
  void comeBack(room)
}

export function setPen(room: Room, change: Partial<Pen>): void {
  lastPen = { ...lastPen, ...change }
  room.store.set({ pen: lastPen })
}

export function stopDrawing(room: Room): void {
  room.store.set({ pen: null })
}

async function comeBack(room: Room): Promise<void> {
  const { draftPlace } = room.store.get()
  if (draftPlace && !isSamePlace(room.here(), draftPlace)) await room.goTo(draftPlace)
}

/** Whether the shape was added: away from the place of the drawing, the viewer seeks back there instead. */
export function addShape(room: Room, shape: Shape, ratio: number): 'added' | 'elsewhere' | 'full' {
  const { draftShapes, draftPlace } = room.store.get()
  if (draftPlace && !isSamePlace(room.here(), draftPlace)) {
    void comeBack(room)
    return 'elsewhere'
  }
  const all = withShape(draftShapes, shape, ratio)
  if (!all) return 'full'
  change(room, { draftShapes: all, draftPlace: draftPlace ?? room.here() })
  return 'added'
}

/** A click on the image while a comment is written. */
export function markSpot(room: Room, at: Point, ratio: number): 'added' | 'elsewhere' | 'full' {
  return addShape(room, spotShape(lastPen, at, ratio), ratio)
}

export function clearDrawing(room: Room): void {
  if (room.store.get().draftShapes.length > 0) change(room, { draftShapes: [], draftPlace: null })
}

function change(room: Room, next: Moment): void {
  const history = historyOf(room)
  history.past.push(momentOf(room))
  history.future = []
  room.store.set(next)
}

export function undo(room: Room): void {
  const history = historyOf(room)
  const before = history.past.pop()
  if (!before) return
  history.future.push(momentOf(room))
  room.store.set(before)
}

export function redo(room: Room): void {
  const history = historyOf(room)
  const after = history.future.pop()
  if (!after) return
  history.past.push(momentOf(room))
  room.store.set(after)
}

export function canUndo(room: Room): boolean {
  return historyOf(room).past.length > 0
}

export function canRedo(room: Room): boolean {
  return historyOf(room).future.length > 0
}

/** Takes the drawing for its comment; `giveBack` restores it for further changes. */
export function takeDrawing(room: Room): Moment & { giveBack: () => void } {
  const moment = momentOf(room)
  histories.delete(room)
  room.store.set({ draftShapes: [], draftPlace: null, pen: null })
  return { ...moment, giveBack: () => room.store.set(moment) }
}

/** An unsent drawing survives until the tab is closed, as unsent text does. */
export function keepDrawing({ store }: Room): () => void {
  const name = `dailies:drawing:${store.get().file.id}`
  const kept = sessionStorage.getItem(name)
  if (kept && store.get().draftShapes.length === 0)
    store.set(JSON.parse(kept) as Pick<RoomState, 'draftShapes' | 'draftPlace'>)
  let before = store.get().draftShapes
  return store.subscribe(() => {
    const { draftShapes, draftPlace } = store.get()
    if (draftShapes === before) return
    before = draftShapes
    if (draftShapes.length === 0) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify({ draftShapes, draftPlace }))
  })
}
