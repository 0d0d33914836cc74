// State that the components of the review room share: the place in the file, the selection, the drawing. The viewer
// reports its place and can seek; comments and drawings never touch a video element.
import type { Comment, FileDetails } from '@dailies/sdk'
import { createContext, useContext, useEffect, useMemo } from 'react'
import { createStore, type Store, useStore } from '../data/store.ts'

export type Annotation = NonNullable<Comment['annotation']>
export type Shape = Annotation['shapes'][number]
export type Camera = NonNullable<Annotation['camera']>

/** A place in the file: `frame` and `ms` on video, `ms` on audio, `page` on documents, `camera` on 3D models. */
export type Place = { frame?: number; ms?: number; page?: number; camera?: Camera }

/** From in to out, both included: frames on video, milliseconds on audio, pages on documents. */
export type Range = { from: number; to: number }

/** A comment on the timeline. */
export type Marker = {
  commentId: string
  ms: number
  durationMs: number | null
  frame: number | null
  /** null: deleted, or no longer a user. */
  author: Comment['author']
  content: string
  resolved: boolean
  /** Its drawing. */
  shapes: readonly Shape[]
}

export type Tool = Shape['kind']
export type Pen = { tool: Tool; colour: string; width: number }

/** The interface between a viewer (video, audio, image, document, 3D model) and the rest of the room. */
export type Viewer = {
  /** Seeks and pauses. Settles when exactly that place is on the screen. */
  show: (place: Place) => Promise<void>
  pause: () => void
  /** The current place, to the frame. */
  place: () => Place
}

export type RoomState = {
  /** Its kind is unknown until the file has been probed. */
  file: FileDetails
  /** The place of the viewer; on video it changes with every visible frame. */
  place: Place
  playing: boolean
  range: Range | null
  /** The comment whose place and drawing are visible. */
  selected: string | null
  /** The drawing of the selected comment or of a draft note; null while another place is visible. */
  shown: readonly Shape[] | null
  /** Set while a person draws. */
  pen: Pen | null
  /** The shapes drawn for the comment that is being written. */
  draftShapes: readonly Shape[]
  /** The place of these shapes: they are visible only there, and the comment will be anchored there. */
  draftPlace: Place | null
  /** A comment is being written: a click on the image marks a spot for it. */
  composing: boolean
  markers: readonly Marker[]
  /** Words of the captions for the comment that is being written; the composer takes them. */
  quote: string | null
  /** A still for the comment that is being written; the composer takes it. */
  still: File | null
}

export type Room = {
  store: Store<RoomState>
  /**
   * Viewers register themselves; the returned function unregisters them: `useEffect(() => room.setViewer(viewer), …)`.
   */
  setViewer: (viewer: Viewer) => () => void
  /**
   * Viewers call this when another place is on the screen. Leaving the place of the selected comment deselects it, so
   * that a drawing is only visible on its own frame, page or view.
   */
  moved: (place: Place) => void
  /** A marker on the timeline was clicked; the list of comments handles it. */
  pickMarker: (commentId: string) => void
  /** `useEffect(() => room.setMarkerPicker(pick), …)`. */
  setMarkerPicker: (pick: (commentId: string) => void) => () => void
  /** Seeks to a place, however long it takes to load. */
  goTo: (place: Place) => Promise<void>
  pause: () => void
  /** The current place of the viewer. */
  here: () => Place
  /** Shows a comment at its place, with its drawing; null deselects. */
  select: (comment: Comment | null) => Promise<void>
  /** Shows a drawing that no comment has, at its place; deselects. */
  showDrawing: (drawing: PlacedDrawing) => Promise<void>
}

/** `place` is undefined for the whole file. */
export type PlacedDrawing = { place: Place | undefined; shapes: readonly Shape[] | null }

/** Whether a comment is selected, or the drawing of a draft note is visible. */
export function hasSelection({ store }: Room): boolean {
  const { selected, shown } = store.get()
  return selected !== null || shown !== null
}

export function createRoom(file: FileDetails): Room {
  const store = createStore<RoomState>({
    file,
    place: {},
    playing: false,
    range: null,
    selected: null,
    shown: null,
    pen: null,
    draftShapes: [],
    draftPlace: null,
    composing: false,
    markers: [],
    quote: null,
    still: null,
  })
  let viewer: Viewer | undefined
  let waiting: { place: Place; shown: () => void } | undefined
  let pick: ((commentId: string) => void) | undefined
  // The place of the selected comment, once it is on the screen. During the seek, other frames may be visible.
  let arrived: Place | undefined
  let turns = 0

  async function goTo(place: Place): Promise<void> {
    if (viewer) return viewer.show(place)
    waiting?.shown()
    await new Promise<void>((resolve) => {
      waiting = { place, shown: resolve }
    })
  }

  async function show({ place, shapes }: PlacedDrawing, selected: string | null): Promise<void> {
    const turn = ++turns
    arrived = undefined
    store.set({ selected, shown: null })
    if (place) await goTo(place)
    // Something else may have been selected meanwhile, or the person may have moved elsewhere.
    if (turn !== turns || store.get().selected !== selected) return
    if (place && !isSamePlace(here(), place)) return store.set({ selected: null })
    arrived = place && here()
    store.set({ shown: shapes })
  }

  function here(): Place {
    return viewer?.place() ?? store.get().place
  }

  return {
    store,
    goTo,
    setViewer(next) {
      viewer = next
      if (waiting) void next.show(waiting.place).then(waiting.shown)
      waiting = undefined
      return () => {
        if (viewer === next) viewer = undefined
      }
    },
    moved(place) {
      const isAway = arrived !== undefined && !isSamePlace(place, arrived)
      if (isAway) arrived = undefined
      store.set(isAway ? { place, selected: null, shown: null } : { place })
    },
    pickMarker: (commentId) => pick?.(commentId),
    setMarkerPicker(next) {
      pick = next
      return () => {
        if (pick === next) pick = undefined
      }
    },
    pause: () => viewer?.pause(),
    here,
    async select(comment) {
      if (comment) {
        const shapes = comment.annotation?.shapes ?? null
        return show({ place: placeOf(comment, store.get().file), shapes }, comment.id)
      }
      turns++
      arrived = undefined
      store.set({ selected: null, shown: null })
    },
    showDrawing: (drawing) => show(drawing, null),
  }
}

/**
 * If both frame and millisecond are known, the frame counts; cameras are compared with a tolerance that nobody can see.
 */
export function isSamePlace(a: Place, b: Place): boolean {
  if (a.camera && b.camera) return isSameView(a.camera, b.camera)
  if (a.frame !== undefined && b.frame !== undefined) return a.frame === b.frame
  if (a.page !== undefined || b.page !== undefined) return a.page === b.page
  // A time without a frame means the frame that is visible at that time, which may have begun earlier.
  return a.ms === undefined || b.ms === undefined || Math.abs(a.ms - b.ms) < 1000
}

function isSameView(a: Camera, b: Camera): boolean {
  const far = Math.hypot(...a.position.map((value, axis) => value - a.target[axis]!)) || 1
  const isNear = (one: number[], other: number[]) =>
    one.every((value, axis) => Math.abs(value - other[axis]!) < far / 200)
  return (
    isNear(a.position, b.position) &&
    isNear(a.target, b.target) &&
    Math.abs(a.fieldOfView - b.fieldOfView) < 0.5
  )
}

/** Also works before the file has been probed. */
export function isDocument({ media, mimeType }: FileDetails): boolean {
  return media?.kind === 'DOCUMENT' || mimeType === 'application/pdf'
}

/** The place of a comment; undefined if it is about the whole file. */
export function placeOf(comment: Comment, file: FileDetails): Place | undefined {
  const { anchor, frame, annotation } = comment
  if (annotation?.camera) return { camera: annotation.camera }
  if (isDocument(file)) return anchor === null ? undefined : { page: anchor }
  if (anchor === null) return undefined
  return frame === null ? { ms: anchor } : { ms: anchor, frame }
}

/** The room of a file, until another file is opened. It begins at `start`. */
export function useNewRoom(file: FileDetails, start?: Place): Room {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same file keeps its room.
  const room = useMemo(() => {
    const made = createRoom(file)
    if (start) void made.goTo(start)
    return made
  }, [file.id])
  useEffect(() => room.store.set({ file }), [room, file])
  return room
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
