// A review inside a conversation: the frame, its drawings and notes, replies, and the person's own verdict. It runs in a
// sandboxed frame of the chat app, without network: everything comes through tool calls of the host.
import { refresh, textOf } from './actions.ts'
import { drawWhenReleased, h, redraw } from './dom.ts'
import { head } from './head.ts'
import { connect, errorText, type HostContext, type ToolResult } from './host.ts'
import { notes } from './notes.ts'
import { imagesOf, reviewOf } from './review.ts'
import { stage } from './stage.ts'
import { type Card, firstState } from './state.ts'
import { applyContext } from './theme.ts'
import { verdict } from './verdict.ts'

const sections = {
  head: h('header'),
  message: h('div.message', { role: 'status' }),
  stage: h('section.stage', { 'aria-label': 'Image' }),
  notes: h('section.notes', { 'aria-label': 'Notes' }),
  verdict: h('section.verdict', { 'aria-label': 'Verdicts' }),
}
const main = document.querySelector('main')!
const body = h('div.body', {}, sections.stage, sections.notes, sections.verdict)
main.append(sections.head, sections.message, body)

const card = {
  state: firstState,
  update(changes) {
    const seen = card.state.review?.state
    Object.assign(card.state, changes)
    // A changed review is drawn at once: no press may give a verdict on what the person has not seen.
    if (card.state.review?.state === seen) drawWhenReleased(draw)
    else draw()
  },
} as Card

function draw(): void {
  const { phase, message, frozen } = card.state
  main.dataset.phase = phase
  main.setAttribute('aria-busy', String(phase === 'loading'))
  redraw(sections.head, ...head(card))
  redraw(sections.message, ...messages())
  sections.message.dataset.kind = message?.kind ?? (frozen ? 'warn' : 'bad')
  redraw(sections.stage, ...(phase === 'failed' || phase === 'cancelled' ? [] : stage(card)))
  redraw(sections.notes, ...notes(card))
  redraw(sections.verdict, ...verdict(card))
}

function messages(): HTMLElement[] {
  const { phase, problem, message, frozen } = card.state
  if (phase === 'cancelled') return [h('p', {}, 'The request was cancelled.')]
  const again = () => {
    card.update({ phase: 'loading', problem: undefined })
    void refresh(card)
  }
  const retry = h('button.second', { type: 'button', 'data-key': 'again', onclick: again }, 'Try again')
  if (phase === 'failed') return [h('p', {}, problem ?? 'The review could not be loaded.'), retry]
  const old = `This is the review as your assistant saw it. Your chat app did not load the current one: ${frozen}`
  return [
    ...(frozen === undefined ? [] : [h('p', {}, old), retry]),
    ...(message === undefined ? [] : [h('p', {}, message.text)]),
  ]
}

/** The result of the tool call that opened the card: shown at once, then loaded anew. */
function opened(result: ToolResult): void {
  if (result.isError) {
    card.update({ phase: 'failed', problem: errorText(result) })
    return
  }
  const review = reviewOf(result)
  const images = imagesOf(result)
  if (review) card.update({ phase: 'ready', review })
  // The images that the assistant looked at stay until the person chooses another place.
  if (images.length > 0) card.update({ stage: { file: card.state.subject.fileId, images } })
  void refresh(card)
}

function context(changes: HostContext): void {
  applyContext(changes)
  const { locale, timeZone } = changes
  if (locale || timeZone) card.update({ ...(locale ? { locale } : {}), ...(timeZone ? { timeZone } : {}) })
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

async function start(): Promise<void> {
  draw()
  try {
    card.host = await connect({
      onInput: ({ fileId, versionId }) =>
        card.update({ subject: { fileId: text(fileId), versionId: text(versionId) } }),
      onResult: opened,
      onCancelled: () => card.update({ phase: 'cancelled' }),
      onContext: context,
    })
  } catch (error) {
    return card.update({ phase: 'failed', problem: textOf(error) })
  }
  const report = () => card.host.sizeChanged(Math.ceil(main.getBoundingClientRect().bottom + window.scrollY))
  new ResizeObserver(report).observe(main)
}

void start()
