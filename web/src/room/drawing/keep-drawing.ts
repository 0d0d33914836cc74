import type { Room, RoomState } from '../room.ts'

/** What was drawn and not sent stays for as long as the tab is open, as what was written does. */
export function keepDrawing({ file, store }: Room): () => void {
  const name = `dailies:drawing:${file.id}`
  const kept = sessionStorage.getItem(name)
  if (kept && store.get().drawn.length === 0)
    store.set(JSON.parse(kept) as Pick<RoomState, 'drawn' | 'drawnAt'>)
  let before = store.get().drawn
  return store.subscribe(() => {
    const { drawn, drawnAt } = store.get()
    if (drawn === before) return
    before = drawn
    if (drawn.length === 0) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify({ drawn, drawnAt }))
  })
}
