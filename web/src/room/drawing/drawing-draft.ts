import type { Room, RoomState } from '../room.ts'

/** An unsent drawing survives until the tab is closed, as unsent text does. */
export function keepDrawing({ file, store }: Room): () => void {
  const name = `dailies:drawing:${file.id}`
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
