// The verdicts on a review, and the person's own: given by a click here, and recorded as theirs.
import { giveVerdict, withdrawVerdict } from './actions.ts'
import { focusOn, h } from './dom.ts'
import { openButton } from './head.ts'
import { actionButton, field, form, when } from './notes.ts'
import {
  type GivenVerdict,
  type Review,
  staleNames,
  statusNames,
  type Verdict,
  verdictNames,
} from './review.ts'
import type { Card } from './state.ts'

export function verdict(card: Card): HTMLElement[] {
  const { review } = card.state
  if (!review?.review) return []
  const given = review.verdicts ?? []
  return [
    h('h2', {}, 'Verdicts'),
    given.length > 0 && h('ul', {}, ...given.map((each) => line(card, each))),
    (review.said ?? []).length > 0 && h('ul', {}, ...review.said!.map((each) => h('li', {}, each))),
    newerRevision(review),
    ...own(
      card,
      given.find(({ you }) => you),
    ),
  ].filter((each) => each !== false && each !== undefined)
}

function newerRevision({ files = [] }: Review): HTMLElement | undefined {
  const old = files
    .filter(({ latest }) => latest === false)
    .map(({ name, revision }) => `${name} v${revision}`)
  return old.length === 0 ? undefined : h('p.old', {}, `There is a newer revision of ${old.join(', ')}.`)
}

/** A verdict is about all files of the review. */
function approval({ files = [], moreFiles = 0 }: Review): string {
  const count = files.length + moreFiles
  return count > 1 ? `Approve ${count} files` : 'Approve'
}

function line(card: Card, given: GivenVerdict): HTMLElement {
  const { name, you, verdict, note, agent, stale, ignored = false, givenAt } = given
  return h(
    'li',
    { 'data-stale': stale !== undefined || ignored },
    h(
      'span.author',
      {},
      h('b', {}, you ? 'You' : name),
      h('span', { 'data-verdict': verdict }, verdictNames[verdict]),
      Boolean(agent) && h('span.badge', { title: 'Given by a tool for this person' }, 'Agent'),
      ignored && h('span.quiet', {}, 'does not count'),
      givenAt !== undefined && h('time.quiet', { datetime: givenAt }, when(givenAt, card.state)),
      stale !== undefined && h('span.quiet', {}, staleNames[stale] ?? 'no longer counts'),
    ),
    note !== undefined && h('p.text', {}, note),
  )
}

function own(card: Card, mine: GivenVerdict | undefined): (HTMLElement | undefined)[] {
  const { review, pass, frozen, deciding, busy } = card.state
  const { takesVerdicts = false, allowed = true, status = '' } = review?.review ?? {}
  if (!takesVerdicts)
    return [h('p.quiet', {}, `This review is “${statusNames[status] ?? status}” and takes no verdicts now.`)]
  if (frozen !== undefined || !pass || !allowed)
    return [
      h('p.quiet', {}, 'Your verdict cannot be given from this chat.'),
      openButton(card, review?.url, 'Give your verdict in Dailies'),
    ]
  if (deciding !== undefined) return [verdictForm(card, deciding)]
  const choice = (name: Verdict, label: string, look: string, act: () => void) =>
    actionButton(card, look, { 'data-key': name, onclick: trusted(act) }, busy === name ? 'Saving…' : label)
  const ask = (name: Verdict) => () => {
    card.update({ deciding: name })
    focusOn('text verdict')
  }
  return [
    h(
      'div.choices',
      { role: 'group', 'aria-label': 'Your verdict' },
      choice('APPROVED', approval(review!), 'main', () => void giveVerdict(card, 'APPROVED', '')),
      choice('NEED_EDIT', 'Request changes…', 'second', ask('NEED_EDIT')),
      choice('REJECTED', 'Reject…', 'second', ask('REJECTED')),
      mine !== undefined &&
        actionButton(
          card,
          'plain',
          { 'data-key': 'withdraw', onclick: trusted(() => void withdrawVerdict(card)) },
          'Withdraw yours',
        ),
    ),
    card.state.refused ? openButton(card, review?.url, 'Give your verdict in Dailies') : undefined,
    h('p.quiet', {}, 'Your click is recorded as your own verdict, not as your assistant’s.'),
  ]
}

function verdictForm(card: Card, deciding: Verdict): HTMLElement {
  const { busy, drafts } = card.state
  const label = deciding === 'NEED_EDIT' ? 'Request changes' : 'Reject'
  const question = deciding === 'NEED_EDIT' ? 'What should change? (optional)' : 'Why? (optional)'
  const send = trusted(() => void giveVerdict(card, deciding, card.state.drafts.verdict ?? ''))
  const cancel = () => {
    card.update({ deciding: undefined })
    focusOn(deciding)
  }
  return form(
    { send, cancel },
    field(card, 'verdict', question, drafts.verdict ?? ''),
    actionButton(card, 'danger', { onclick: send }, busy === deciding ? 'Saving…' : label),
  )
}

/** Only for a click or a key of a person: a script cannot make a trusted event. */
function trusted(act: (event: Event) => void): (event: Event) => void {
  return (event) => {
    if (event.isTrusted) act(event)
  }
}
