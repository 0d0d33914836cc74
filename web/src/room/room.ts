// What the parts of the review room share: where one is in the file, what is selected, what is being drawn. The viewer
// says where it is and can be told where to go; comments and drawings never touch a video element.
import type { Comment, FileDetails } from '@dailies/sdk'
import { createContext, useContext } from 'react'
import type { Permissions } from '../app/permissions.ts'
import { createStore, type Store, useStore } from '../app/store.ts'

export type Annotation = NonNullable<Comment['annotation']>
export type Shape = Annotation['shapes'][number]
export type Camera = NonNullable<Annotation['camera']>

/** Where in the file one is: `frame` and `ms` on video, `ms` on sound, `page` on documents, `camera` on 3D. */
export type Place = { frame?: number; ms?: number; page?: number; camera?: Camera }

/** From in to out, both included: frames on video, milliseconds on sound, pages on documents. */
export type Range = { from: number; to: number }

/** A comment on the timeline. */
export type Marker = {
  commentId: string
  ms: number
  durationMs: number | null
  author: string
  content: string
  resolved: boolean
}

export type Tool = Shape['kind']
export type Pen = { tool: Tool; colour: string; width: number }

/** What a viewer (video, sound, image, document, model) can do for the rest of the room. */
export type Viewer = {
  /** Stops there. Settles when exactly that is on the screen. */
  show: (place: Place) => Promise<void>
  pause: () => void
  /** Where it is this very moment, to the frame. */
  place: () => Place
}

export type RoomState = {
  /** Where the viewer is; on video it changes with every frame shown. */
  place: Place
  playing: boolean
  range: Range | null
  /** The comment whose place and drawing are shown. */
  selected: string | null
  /** The drawing of the selected comment; null while another place is shown. */
  shown: readonly Shape[] | null
  /** Set while one draws. */
  pen: Pen | null
  /** What was drawn for the comment that is being written. */
  drawn: readonly Shape[]
  markers: readonly Marker[]
}

export type Room = {
  file: FileDetails
  permissions: Permissions
  store: Store<RoomState>
  /** Viewers register themselves, and say so when they go: `useEffect(() => room.setViewer(viewer), …)`. */
  setViewer: (viewer: Viewer) => () => void
  /** Goes to a place, however long it takes to load. */
  goTo: (place: Place) => Promise<void>
  pause: () => void
  /** Where the viewer is this very moment. */
  here: () => Place
  /** Shows a comment at its place, with its drawing; null: none. */
  select: (comment: Comment | null) => Promise<void>
}

export function createRoom(file: FileDetails, permissions: Permissions): Room {
  const store = createStore<RoomState>({
    place: {},
    playing: false,
    range: null,
    selected: null,
    shown: null,
    pen: null,
    drawn: [],
    markers: [],
  })
  let viewer: Viewer | undefined
  let waiting: Place | undefined

  async function goTo(place: Place): Promise<void> {
    if (viewer) await viewer.show(place)
    else waiting = place
  }

  return {
    file,
    permissions,
    store,
    goTo,
    setViewer(next) {
      viewer = next
      if (waiting) void next.show(waiting)
      waiting = undefined
      return () => {
        if (viewer === next) viewer = undefined
      }
    },
    pause: () => viewer?.pause(),
    here: () => viewer?.place() ?? store.get().place,
    async select(comment) {
      store.set({ selected: comment?.id ?? null, shown: null })
      if (!comment) return
      const place = placeOf(comment, file)
      if (place) await goTo(place)
      // Somebody may have clicked on another one meanwhile.
      if (store.get().selected === comment.id) store.set({ shown: comment.annotation?.shapes ?? null })
    },
  }
}

/** Where a comment is; undefined: on the file as a whole. */
export function placeOf(comment: Comment, file: FileDetails): Place | undefined {
  const { anchor, frame, annotation } = comment
  if (annotation?.camera) return { camera: annotation.camera }
  if (file.media?.kind === 'DOCUMENT') return anchor === null ? undefined : { page: anchor }
  if (anchor === null) return undefined
  return frame === null ? { ms: anchor } : { ms: anchor, frame }
}

export const RoomContext = createContext<Room | null>(null)

export function useRoom(): Room {
  const room = useContext(RoomContext)
  if (!room) throw new Error('there is no room here')
  return room
}

export function useRoomState<Part>(select: (state: RoomState) => Part): Part {
  return useStore(useRoom().store, select)
}
