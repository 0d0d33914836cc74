import { useRoomState } from '../room.ts'

/** The drawing of the selected comment, and the one being made. It fills its parent, which is as big as the picture. */
export function DrawingLayer() {
  const shown = useRoomState((state) => state.shown)
  return <svg aria-hidden="true" data-shapes={shown?.length ?? 0} />
}
