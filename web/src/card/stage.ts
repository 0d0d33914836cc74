// The image: one frame, page or view, with the drawings of its note.
import { seek, select } from './actions.ts'
import { h, icon, icons } from './dom.ts'
import { type Note, placeName, type ShownImage } from './review.ts'
import type { Card, Stage } from './state.ts'

// Kept, so that a image does not flicker when the rest is drawn anew.
const img = document.createElement('img')

export function stage(card: Card): HTMLElement[] {
  const { review, stage, frozen, phase } = card.state
  const { loading, problem } = stage
  const image = imageOf(stage)
  if (image && img.src !== image.src) img.src = image.src
  img.alt = altText(card)
  const retry = () => void seek(card, stage.file, stage.place ?? {})
  const waits = loading || (stage.file === undefined && phase === 'loading')
  const shown = image && !problem
  return [
    h(
      'div.screen',
      { 'data-loading': Boolean(loading), 'aria-busy': waits ? 'true' : 'false' },
      shown && img,
      waits && h('p.wait', { role: 'status' }, 'Loading the image…'),
      problem !== undefined &&
        h(
          'div.gap',
          {},
          h('p', {}, problem),
          h('button.second', { type: 'button', onclick: retry, 'data-key': 'retry' }, 'Try again'),
        ),
      !shown && !waits && problem === undefined && h('p.gap', {}, frozen ? 'No image' : ''),
    ),
    h('div.bar', {}, h('span.mono', {}, caption(card)), ...(review ? controls(card) : [])),
  ]
}

function imageOf({ images = [], index = 0 }: Stage): ShownImage | undefined {
  return images[index]
}

function altText({ state }: Card): string {
  const { review, stage, drawings } = state
  const file = review?.files?.find(({ id }) => id === stage.file)
  const place = imageOf(stage)?.caption || placeName(stage.place)
  const drawn = drawings && currentNote(state)?.drawing ? ', with the drawing of the selected note' : ''
  return `${file?.name ?? 'The file'}${place ? `, ${place}` : ''}${drawn}`
}

/** While the next image loads, its place. */
function caption({ state }: Card): string {
  const { review, stage } = state
  const { files = [] } = review ?? {}
  const file = files.length > 1 ? files.find(({ id }) => id === stage.file)?.name : undefined
  const place = stage.loading ? placeName(stage.place) : imageOf(stage)?.caption || placeName(stage.place)
  return [file, place].filter(Boolean).join(' · ')
}

export function currentNote({ review, note }: Card['state']): Note | undefined {
  return review?.notes?.find(({ id }) => id === note)
}

function controls(card: Card): HTMLElement[] {
  const { state } = card
  const { images = [], index = 0 } = state.stage
  const notes = (state.review?.notes ?? []).filter(({ resolved, id }) => !resolved || id === state.note)
  const current = notes.findIndex(({ id }) => id === state.note)
  const show = (to: number) => card.update({ stage: { ...state.stage, index: to } })
  return [
    currentNote(state)?.drawing && drawingSwitch(card),
    images.length > 1 && steps('image', index, images.length, show),
    notes.length > 0 && steps('note', current, notes.length, (to) => void select(card, notes[to])),
  ].filter((each) => each instanceof HTMLElement)
}

/** ‹ 2 / 5 › */
function steps(what: string, index: number, count: number, go: (to: number) => void): HTMLElement {
  const button = (label: string, path: string, to: number) =>
    h(
      'button.plain',
      {
        ...{ type: 'button', 'aria-label': label, title: label, 'data-key': label },
        ...{ disabled: to < 0 || to >= count, onclick: () => go(to) },
      },
      icon(path),
    )
  return h(
    'div.steps',
    { role: 'group', 'aria-label': `${what === 'note' ? 'Notes' : 'Images'}` },
    button(`Previous ${what}`, icons.back, index - 1),
    h('span', {}, `${index < 0 ? '–' : index + 1} / ${count}`),
    button(`Next ${what}`, icons.next, index + 1),
  )
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
