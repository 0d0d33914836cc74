// The top of the card: what is under review, its status, and the way into the app.
import { h, icon, icons } from './dom.ts'
import { type Review, statusNames } from './review.ts'
import type { Card } from './state.ts'

export function head(card: Card): HTMLElement[] {
  const { review, problem } = card.state
  if (!review) return [h('h1', {}, problem ? 'Review' : 'Loading the review…')]
  const { project, files = [] } = review
  const name = review.review?.name ?? files[0]?.name ?? 'Review'
  const details = [project?.name, filesName(review), openName(review)].filter(Boolean)
  return [
    h('div.title', {}, h('h1', {}, name), h('p.quiet', {}, details.join(' · '))),
    statusBadge(review),
    openButton(card, review.url),
  ].filter((each) => each !== undefined)
}

function statusBadge({ review }: Review): HTMLElement | undefined {
  if (!review) return undefined
  return h('span.badge', { 'data-status': review.status }, statusNames[review.status] ?? review.status)
}

function filesName({ review, files = [], moreFiles = 0 }: Review): string {
  const [first] = files
  const count = files.length + moreFiles
  if (count > 1) return `${count} files`
  const revision = first?.revision === undefined ? undefined : `v${first.revision}`
  return [review ? first?.name : undefined, revision].filter(Boolean).join(' ')
}

function openName({ notes = [], moreNotes }: Review): string {
  const open = notes.filter(({ resolved }) => !resolved).length
  if (open === 0) return 'No open notes'
  if (moreNotes) return `${open}+ open notes`
  return open === 1 ? '1 open note' : `${open} open notes`
}

/** Opens the app in the browser: the card itself may not leave its frame. */
export function openButton(card: Card, url: string | undefined, label = 'Open'): HTMLElement | undefined {
  if (!url || !card.host.can.openLinks) return undefined
  const open = () =>
    void card.host
      .openLink(url)
      .catch(() => card.update({ message: { kind: 'bad', text: `Your chat app did not open ${url}` } }))
  const name = label === 'Open' ? 'Open in Dailies' : label
  return h(
    'button.second',
    { type: 'button', 'aria-label': name, title: name, 'data-key': name, onclick: open },
    label === 'Open' ? h('span.word', {}, label) : label,
    icon(icons.open),
  )
}
