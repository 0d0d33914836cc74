// The acts of a person in the card. Everything goes through the host, which may refuse it.
import { focusOn } from './dom.ts'
import { Refusal, type ToolResult } from './host.ts'
import {
  imagesOf,
  type Note,
  type Place,
  passOf,
  type Review,
  reviewOf,
  type Verdict,
  verdictNames,
} from './review.ts'
import type { Card } from './state.ts'

/** The server accepts a pass for ten minutes; after five, the card asks for a new one first. */
const passMs = 5 * 60_000

/** Loads the review anew: the result that the host stored with the conversation may be days old. */
export async function refresh(card: Card): Promise<void> {
  const { subject } = card.state
  try {
    const result = await card.host.callTool('review_card', { ...subject })
    const review = reviewOf(result)
    if (!review) throw new Refusal('This review has no files.')
    show(card, review, result)
  } catch (error) {
    const reason = textOf(error)
    if (card.state.review) card.update({ frozen: reason })
    else card.update({ phase: 'failed', problem: reason })
  }
}

function show(card: Card, review: Review, result: ToolResult): void {
  const before = card.state.review
  const changed = before?.state !== undefined && before.state !== review.state
  card.update({
    ...{ phase: 'ready', review, pass: passOf(result), frozen: undefined },
    ...(changed && card.state.busy === undefined ? { message: news } : {}),
  })
  if (!card.state.stage.file) void select(card, firstNote(review))
}

const news = { kind: 'warn', text: 'This review has changed. You see it as it is now.' } as const

/** The first open note with a place, else the first file. */
function firstNote({ notes = [] }: Review): Note | undefined {
  return notes.find(({ resolved, at }) => !resolved && at) ?? notes.find(({ resolved }) => !resolved)
}

/** Shows the frame of a note; without one, the start of the first file. */
export function select(card: Card, note: Note | undefined): Promise<void> {
  const { files = [] } = card.state.review ?? {}
  card.update({ ...(note ? { note: note.id } : {}), drawings: true })
  return seek(card, note?.file ?? files[0]?.id, note?.at ?? {})
}

const images = new Map<string, Awaited<ReturnType<Card['host']['callTool']>>>()

export async function seek(card: Card, file: string | undefined, place: Place): Promise<void> {
  if (file === undefined) return
  const { drawings, stage, review, note } = card.state
  const drawn = drawings && review?.notes?.find(({ id }) => id === note)?.drawing
  const args = { fileId: file, ...placeArguments(place), ...(drawn ? { drawings: true } : {}) }
  const key = JSON.stringify(args)
  // The last image stays until the next one is there.
  card.update({ stage: { ...stage, file, place, loading: true, problem: undefined } })
  const isCurrent = () => card.state.stage.file === file && card.state.stage.place === place
  try {
    const result = images.get(key) ?? (await card.host.callTool('view_file', args))
    images.set(key, result)
    const found = imagesOf(result)
    const problem = found.length === 0 ? 'There is no image of this file.' : undefined
    if (isCurrent()) card.update({ stage: { file, place, images: found, problem } })
  } catch (error) {
    if (isCurrent()) card.update({ stage: { file, place, problem: textOf(error) } })
  }
}

function placeArguments({ frame, page, ms }: Place): { at?: string[] } {
  if (frame !== undefined) return { at: [String(frame)] }
  if (page !== undefined) return { at: [`page ${page}`] }
  return ms === undefined ? {} : { at: [`${ms}ms`] }
}

export function reply(card: Card, { id, file }: Note, text: string): Promise<void> {
  const input = { action: 'reply', commentId: id, fileId: file, text }
  return act(card, `reply ${id}`, 'review_card_note', input, () => {
    const { replying, drafts: all } = card.state
    const { [id]: _, ...drafts } = all
    // The person may be writing another reply by now.
    const rest = replying === id ? undefined : replying
    card.update({ drafts, replying: rest, message: { kind: 'good', text: 'Reply sent.' } })
    return `replied to the comment ${id}`
  })
}

export function setResolved(card: Card, { id }: Note, resolved: boolean): Promise<void> {
  const input = { action: resolved ? 'resolve' : 'reopen', commentId: id }
  return act(card, `resolve ${id}`, 'review_card_note', input, () => {
    card.update({ message: { kind: 'good', text: resolved ? 'Note resolved.' : 'Note reopened.' } })
    return `${resolved ? 'resolved' : 'reopened'} the comment ${id}`
  })
}

export function giveVerdict(card: Card, verdict: Verdict, note: string): Promise<void> {
  const input = { verdict, ...(note.trim() ? { text: note.trim() } : {}) }
  return act(card, verdict, 'review_card_verdict', input, () => {
    const { verdict: _, ...drafts } = card.state.drafts
    card.update({
      drafts,
      deciding: undefined,
      message: { kind: 'good', text: `You ${verdictNames[verdict]}.` },
    })
    return `gave the verdict ${verdict} on the review ${card.state.review?.review?.id}`
  })
}

export function withdrawVerdict(card: Card): Promise<void> {
  return act(card, 'withdraw', 'review_card_verdict', { verdict: 'WITHDRAWN' }, () => {
    card.update({ message: { kind: 'good', text: 'Your verdict is withdrawn.' } })
    return `withdrew their verdict on the review ${card.state.review?.review?.id}`
  })
}

/** One action at a time, with a pass. The model learns what the person did, in words without text of others. */
async function act(
  card: Card,
  name: string,
  tool: string,
  input: Record<string, unknown>,
  done: () => string,
): Promise<void> {
  if (card.state.busy !== undefined) return
  card.update({ busy: name, message: undefined, refused: undefined })
  try {
    if (!(await hasCurrentPass(card, tool))) return
    const { host, state } = card
    const idempotencyKey = crypto.getRandomValues(new Uint32Array(4)).join('-')
    await host.callTool(tool, { ...input, pass: state.pass!.text, idempotencyKey })
    const summary = done()
    if (host.can.updateModelContext) void host.tellModel(`In the review card, the user ${summary}.`)
  } catch (error) {
    card.update({ message: { kind: 'bad', text: textOf(error) }, refused: tool === 'review_card_verdict' })
  } finally {
    await refresh(card)
    card.update({ busy: undefined })
    // The button was disabled meanwhile, or its form is gone.
    if (document.activeElement === document.body) focusOn(name)
  }
}

/** A verdict is only sent for what the person sees: when the review has changed, the card shows the change first. */
async function hasCurrentPass(card: Card, tool: string): Promise<boolean> {
  const { pass, review } = card.state
  if (pass && performance.now() - pass.receivedAt < passMs) return true
  const seen = review?.state
  await refresh(card)
  if (!card.state.pass || card.state.frozen) throw new Refusal(card.state.frozen ?? 'The chat app refused.')
  if (tool !== 'review_card_verdict' || seen === card.state.review?.state) return true
  card.update({ message: news })
  return false
}

export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong.'
}
