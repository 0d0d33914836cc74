// The picture: one frame, page or view, with the drawings of its note.
import { seek, select } from './actions.ts'
import { h, icon, icons } from './dom.ts'
import { type Note, placeName } from './review.ts'
import type { Card } from './state.ts'

// Kept, so that a picture does not flicker when the rest is drawn anew.
const image = document.createElement('img')

export function stage(card: Card): HTMLElement[] {
  const { review, stage, frozen } = card.state
  const { picture, loading, problem } = stage
  if (picture && image.src !== picture.src) image.src = picture.src
  image.alt = altText(card)
  const retry = () => void seek(card, stage.file, stage.place ?? {})
  const waits = loading || (stage.file === undefined && card.state.phase === 'loading')
  const shown = picture && !problem
  return [
    h(
      'div.screen',
      { 'data-loading': Boolean(loading), 'aria-busy': waits ? 'true' : 'false' },
      shown && image,
      waits && h('p.wait', { role: 'status' }, 'Loading the picture…'),
      problem !== undefined &&
        h(
          'div.gap',
          {},
          h('p', {}, problem),
          h('button.second', { type: 'button', onclick: retry, 'data-key': 'retry' }, 'Try again'),
        ),
      !shown && !waits && problem === undefined && h('p.gap', {}, frozen ? 'No picture' : ''),
    ),
    h('div.bar', {}, h('span.mono', {}, caption(card)), ...(review ? controls(card) : [])),
  ]
}

function altText({ state }: Card): string {
  const { review, stage, drawings } = state
  const file = review?.files?.find(({ id }) => id === stage.file)
  const place = placeName(stage.place)
  const drawn = drawings && currentNote(state)?.drawing ? ', with the drawing of the selected note' : ''
  return `${file?.name ?? 'The file'}${place ? ` at ${place}` : ''}${drawn}`
}

function caption({ state }: Card): string {
  const { files = [] } = state.review ?? {}
  const file = files.length > 1 ? files.find(({ id }) => id === state.stage.file)?.name : undefined
  const { place = {} } = state.stage
  const frame = place.timecode !== undefined && place.frame !== undefined ? `frame ${place.frame}` : undefined
  return [file, placeName(place), frame].filter(Boolean).join(' · ')
}

export function currentNote({ review, note }: Card['state']): Note | undefined {
  return review?.notes?.find(({ id }) => id === note)
}

function controls(card: Card): HTMLElement[] {
  const { state } = card
  const notes = (state.review?.notes ?? []).filter(({ resolved, id }) => !resolved || id === state.note)
  const index = notes.findIndex(({ id }) => id === state.note)
  const go = (label: string, path: string, to: number) =>
    h(
      'button.plain',
      {
        type: 'button',
        'aria-label': label,
        'data-key': label,
        disabled: !notes[to],
        onclick: () => void select(card, notes[to]),
      },
      icon(path),
    )
  const drawing = currentNote(state)?.drawing && drawingSwitch(card)
  if (notes.length === 0) return drawing ? [drawing] : []
  return [
    ...(drawing ? [drawing] : []),
    h(
      'div.steps',
      { role: 'group', 'aria-label': 'Notes' },
      go('Previous note', icons.back, index - 1),
      h('span', {}, `${index + 1 || '–'} / ${notes.length}`),
      go('Next note', icons.next, index + 1),
    ),
  ]
}

function drawingSwitch(card: Card): HTMLElement {
  const { drawings, stage } = card.state
  const toggle = () => {
    card.update({ drawings: !drawings })
    void seek(card, stage.file, { ...stage.place })
  }
  return h(
    'button.plain',
    { type: 'button', 'aria-pressed': String(drawings), 'data-key': 'drawings', onclick: toggle },
    icon(icons.pen),
    h('span.word', {}, 'Drawing'),
  )
}
