// The notes: open ones first in the order of the file, each with its replies, a reply and a way to resolve it.
import { reply, select, setResolved } from './actions.ts'
import { type Attributes, type Child, focusOn, h, icon, icons } from './dom.ts'
import { type Note, placeName, type Reply } from './review.ts'
import type { Card } from './state.ts'

/** A card in a conversation should not be longer than the screen. */
const few = 5

export function notes(card: Card): HTMLElement[] {
  const { review, allNotes, note: selected } = card.state
  if (!review) return []
  const all = review.notes ?? []
  const open = all.filter(({ resolved }) => !resolved)
  const resolved = all.filter(({ resolved }) => resolved)
  const first = open.filter(({ id }, index) => index < few || id === selected)
  const shown = allNotes
    ? [...open, ...resolved]
    : [...first, ...resolved.filter(({ id }) => id === selected)]
  const hidden = all.length - shown.length
  return [
    h('h2', {}, 'Notes'),
    open.length === 0 && h('p.empty', {}, all.length === 0 ? 'No notes yet.' : 'Every note is resolved.'),
    h('ol', {}, ...shown.map((note) => item(card, note))),
    hidden > 0 && more(card, `Show ${hidden} more`, true),
    allNotes && all.length > few && more(card, 'Show fewer', false),
    Boolean(review.moreNotes) && h('p.quiet', {}, 'More notes are in Dailies.'),
  ].filter((each) => each !== false)
}

function more(card: Card, label: string, allNotes: boolean): HTMLElement {
  const show = () => card.update({ allNotes })
  return h('button.plain', { type: 'button', 'data-key': 'more', onclick: show }, label)
}

function item(card: Card, note: Note): HTMLElement {
  const { note: selected, replying } = card.state
  const place = placeName(note.at) ?? note.place
  const current = note.id === selected
  const frame = h(
    'button.place',
    {
      type: 'button',
      'data-key': `place ${note.id}`,
      'aria-current': current && 'true',
      onclick: () => void select(card, note),
    },
    place ?? 'Whole file',
    Boolean(note.drawing) && icon(icons.pen),
    Boolean(note.drawing) && h('span.unseen', {}, ', with a drawing'),
  )
  return h(
    'li.note',
    { 'data-current': current, 'data-resolved': Boolean(note.resolved) },
    h('div.by', {}, frame, byline(card, note)),
    h('p.text', {}, textOf(note)),
    (note.replies ?? []).length > 0 &&
      h(
        'ul',
        {},
        ...note.replies!.map((each) =>
          h('li', {}, h('div.by', {}, byline(card, each)), h('p.text', {}, textOf(each))),
        ),
      ),
    (note.earlierReplies ?? 0) > 0 &&
      h('p.quiet', {}, `${note.earlierReplies} earlier replies are in Dailies.`),
    replying === note.id ? replyForm(card, note) : buttons(card, note),
  )
}

function textOf({ text }: Reply): string {
  return text ? mentionsAsNames(text) : 'No text'
}

/** Mentions are written `@[name](user:id)`. */
function mentionsAsNames(text: string): string {
  return text.replace(/@\[([^\]\n]{1,200})\]\((?:user|review):[\w-]{1,80}\)/g, '@$1')
}

function byline({ state }: Card, { author, agent, createdAt }: Reply): HTMLElement {
  return h(
    'span.author',
    {},
    h('b', {}, author ?? 'Deleted account'),
    Boolean(agent) && h('span.badge', { title: 'Written by a tool for this person' }, 'Agent'),
    createdAt !== undefined && h('time.quiet', { datetime: createdAt }, when(createdAt, state)),
  )
}

/** Times of the API are in UTC, without saying so. */
export function when(text: string, { locale, timeZone }: Card['state']): string {
  const time = new Date(/Z|[+-]\d\d:?\d\d$/.test(text) ? text : `${text.replace(' ', 'T')}Z`)
  if (Number.isNaN(time.getTime())) return ''
  const year = time.getFullYear() === new Date().getFullYear() ? {} : ({ year: 'numeric' } as const)
  const style = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', ...year } as const
  try {
    return time.toLocaleString(locale, { ...style, ...(timeZone ? { timeZone } : {}) })
  } catch {
    // The host named a language or a zone that this browser does not know.
    return time.toLocaleString(undefined, style)
  }
}

function buttons(card: Card, note: Note): HTMLElement | undefined {
  if (card.state.frozen !== undefined) return undefined
  const answer = () => {
    card.update({ replying: note.id })
    focusOn(`text ${note.id}`)
  }
  const resolve = () => void setResolved(card, note, !note.resolved)
  return h(
    'div.actions',
    {},
    h('button.plain', { type: 'button', 'data-key': `reply ${note.id}`, onclick: answer }, 'Reply'),
    actionButton(
      card,
      'plain',
      { 'data-key': `resolve ${note.id}`, onclick: resolve },
      icon(icons.check),
      note.resolved ? 'Reopen' : 'Resolve',
    ),
  )
}

function replyForm(card: Card, note: Note): HTMLElement {
  const { drafts, busy } = card.state
  const works = busy === `reply ${note.id}`
  const send = () => {
    const text = card.state.drafts[note.id]?.trim()
    if (text) void reply(card, note, text)
  }
  const cancel = () => {
    card.update({ replying: undefined })
    focusOn(`reply ${note.id}`)
  }
  return form(
    { send, cancel },
    field(card, note.id, `Reply to ${note.author ?? 'this note'}`, drafts[note.id] ?? ''),
    actionButton(card, 'main', { onclick: send }, works ? 'Sending…' : 'Send reply'),
  )
}

/** A button that starts an action. There is one at a time: while it is in progress, all of these are disabled. */
export function actionButton(
  { state }: Card,
  look: string,
  attributes: Attributes,
  ...label: Child[]
): HTMLElement {
  return h(`button.${look}`, { type: 'button', disabled: state.busy !== undefined, ...attributes }, ...label)
}

/** Not a form element: the frame of a strict host does not submit forms. */
export function form(
  { send, cancel }: { send(event: Event): void; cancel(): void },
  text: HTMLElement,
  button: HTMLElement,
): HTMLElement {
  const onkeydown = (event: Event) => {
    const { key, ctrlKey, metaKey } = event as KeyboardEvent
    if (key === 'Escape') cancel()
    if (key === 'Enter' && (ctrlKey || metaKey)) send(event)
  }
  const cancelButton = h('button.plain', { type: 'button', onclick: cancel }, 'Cancel')
  return h('div.form', { onkeydown }, text, h('div.actions', {}, button, cancelButton))
}

/** A text field whose draft survives drawing, without drawing at every key. */
export function field({ state }: Card, draft: string, label: string, value: string): HTMLElement {
  const area = h('textarea', {
    'aria-label': label,
    placeholder: label,
    rows: 2,
    maxlength: 2000,
    'data-key': `text ${draft}`,
    oninput: (event) => {
      state.drafts[draft] = (event.target as HTMLTextAreaElement).value
    },
  }) as HTMLTextAreaElement
  area.value = value
  return area
}
