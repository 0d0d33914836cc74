import { ShownDrawing } from '../drawing/shown-drawing.tsx'
import { type Room, RoomContext } from '../room.ts'

/** The drawings on one side: of its selected comment, and of the comments on its visible frame. */
export function SideDrawing({ room }: { room: Room }) {
  return (
    <RoomContext value={room}>
      <ShownDrawing />
    </RoomContext>
  )
}
