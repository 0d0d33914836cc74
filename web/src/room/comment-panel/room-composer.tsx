// Writes comments on the visible frame, page or view, with the drawing.
import type { FileDetails } from '@dailies/sdk'
import { useEffect, useRef, useState } from 'react'
import { Composer, type Prepared } from '../../comments/composer.tsx'
import { DrawIcon } from '../../comments/icons.tsx'
import { TypingSign } from '../../comments/typing-sign.tsx'
import { useParticipant } from '../../data/participant.ts'
import { IconButton } from '../../ui/button.tsx'
import { type Counting, useCounting } from '../counting.ts'
import { keepDrawing, startDrawing, stopDrawing, takeDrawing } from '../drawing/drawing.ts'
import { DrawingTools } from '../drawing/drawing-tools.tsx'
import { type Place, type Range, type Room, useRoom, useRoomState } from '../room.ts'
import { useKeys } from '../use-keys.ts'
import styles from './comment-panel.module.css'
import { placeFields, placeLabel } from './place.ts'

type RoomComposerProps = {
  file: FileDetails
  /** The name of the file, for compare. */
  name?: string | undefined
  canDraw: boolean
  /** Whether its shortcuts are active. */
  active: boolean
}

export function RoomComposer({ file, name, canDraw, active }: RoomComposerProps) {
  const room = useRoom()
  const invitation = useParticipant().viaShare ? 'Add a comment…' : 'Add a comment… @ mentions someone'
  const field = useRef<HTMLTextAreaElement>(null)
  const [isPlaced, setPlaced] = useState(true)
  const draftShapes = useRoomState((state) => state.draftShapes)
  const pen = useRoomState((state) => state.pen)
  const playing = useRoomState((state) => state.playing)
  const composing = useRoomState((state) => state.composing)
  useEffect(() => keepDrawing(room), [room])

  useKeys(
    (event) => {
      const key = event.key.toLowerCase()
      const withControl = event.ctrlKey || event.metaKey
      if (!active) return
      // While a person draws, no element of the composer has the focus.
      if (withControl && key === 'enter' && draftShapes.length > 0) field.current?.form?.requestSubmit()
      else if (withControl) return
      else if (key === 'c') field.current?.focus()
      else if (key === 'd' && canDraw) pen ? stopDrawing(room) : startDrawing(room)
      else return
      event.preventDefault()
    },
    { withControl: true },
  )

  const quote = useRoomState((state) => state.quote)
  useEffect(() => {
    if (quote === null || !field.current) return
    room.store.set({ quote: null, composing: true })
    typeInto(field.current, `“${quote}” `)
  }, [room, quote])

  const still = useRoomState((state) => state.still)

  // Resuming playback with nothing written ends writing.
  useEffect(() => {
    if (playing && field.current?.value === '') room.store.set({ composing: false })
  }, [room, playing])

  // After marking a spot, focus the text field. While drawing, the tools get the keys.
  useEffect(() => {
    let before = room.store.get().draftShapes.length
    return room.store.subscribe(() => {
      const { draftShapes: all, pen: held } = room.store.get()
      if (all.length > before && held === null) field.current?.focus()
      before = all.length
    })
  }, [room])

  return (
    <div className={styles.foot} onInput={() => composing || room.store.set({ composing: true })}>
      <Composer
        label="Comment"
        placeholder={name === undefined ? invitation : `Comment on ${name}…`}
        draftKey={file.id}
        fieldRef={field}
        isOpen={composing || draftShapes.length > 0}
        prepare={() => prepare(room, file, isPlaced)}
        hasMore={draftShapes.length > 0}
        handed={still}
        onTaken={() => room.store.set({ still: null, composing: true })}
        hint={hintFor(composing, canDraw && pen === null, draftShapes.length)}
        above={
          <>
            {pen && <DrawingTools pen={pen} />}
            <Where file={file} isPlaced={isPlaced || draftShapes.length > 0} onPlaced={setPlaced} />
          </>
        }
        tools={
          canDraw && (
            <IconButton
              label="Draw on the image"
              shortcut="D"
              small
              pressed={pen !== null}
              onClick={() => (pen ? stopDrawing(room) : startDrawing(room))}
            >
              <DrawIcon />
            </IconButton>
          )
        }
        onFocus={() => {
          room.pause()
          room.store.set({ composing: true })
        }}
        onEscape={(isEmpty) => isEmpty && room.store.set({ composing: false })}
      />
      <TypingSign parentId={null} />
    </div>
  )
}

/** Adds text as if a person had typed it: React and the stored draft hear of it. */
function typeInto(field: HTMLTextAreaElement, text: string): void {
  field.focus()
  field.setRangeText(text, field.value.length, field.value.length, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

function hintFor(composing: boolean, canMark: boolean, draftShapes: number): string | undefined {
  if (draftShapes > 0) return 'Text is optional.'
  return composing && canMark ? 'Click the image to mark a spot' : undefined
}

/** The place of the new comment. It changes with every frame, so it is a separate component. */
function Where({
  file,
  isPlaced,
  onPlaced,
}: {
  file: FileDetails
  isPlaced: boolean
  onPlaced: (placed: boolean) => void
}) {
  const place = useRoomState((state) => state.place)
  const range = useRoomState((state) => state.range)
  const draftPlace = useRoomState((state) => state.draftPlace)
  const at = draftPlace ?? place
  const label = labelOf(at, draftPlace ? null : range, file, useCounting())
  if (label === undefined) return null
  return (
    <div className={styles.places}>
      <label className={styles.place}>
        <input
          type="checkbox"
          checked={isPlaced}
          disabled={draftPlace !== null}
          onChange={(event) => onPlaced(event.currentTarget.checked)}
        />
        At <span>{label}</span>
      </label>
      {draftPlace && <span className={styles.aside}>with the drawing</span>}
      {!isPlaced && <span className={styles.aside}>Off: about the whole file</span>}
    </div>
  )
}

function labelOf(
  place: Place,
  range: Range | null,
  { media }: FileDetails,
  counting: Counting,
): string | undefined {
  if (place.camera) return 'this view'
  const { anchor = null, duration = null, frame = null } = placeFields(place, range, media)
  return placeLabel({ anchor, duration, frame }, media, counting)
}

/** Takes the place and the drawing for a comment. */
function prepare(room: Room, file: FileDetails, isPlaced: boolean): Prepared {
  const { range } = room.store.get()
  const here = room.here()
  const { draftShapes, draftPlace, giveBack } = takeDrawing(room)
  const place = draftPlace ?? here
  const isAt = isPlaced || draftShapes.length > 0
  const camera = isAt ? place.camera : undefined
  const used = isAt && !draftPlace ? range : null
  const fields = {
    ...(isAt && placeFields(place, used, file.media)),
    ...((draftShapes.length > 0 || camera) && {
      annotation: { shapes: [...draftShapes], ...(camera && { camera }) },
    }),
  }
  room.store.set({ composing: false, ...(used && { range: null }) })
  return {
    fields,
    giveBack() {
      giveBack()
      room.store.set({ composing: true, ...(used && { range: used }) })
    },
  }
}
