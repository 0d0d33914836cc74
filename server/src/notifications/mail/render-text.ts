import type { Footer, Letter, MailItem, Quote } from './items.ts'

export function renderText({ items, moreItems }: Letter, origin: string, footer: Footer): string {
  const more = moreItems === 0 ? [] : [`And ${moreItems} more: ${origin}/notifications`]
  return `${[...items.map(itemText), ...more].join('\n\n\n')}

--${' '}
Choose how often you get mail: ${footer.settings}
Stop all mail about notifications: ${footer.unsubscribe}
`
}

function itemText(item: MailItem): string {
  const { sentence, place, quotes, more, due, link } = item
  const about = [sentence, place, due && `Due ${due}`].filter((line) => line !== null)
  const rest = more === 0 ? [] : [`${more} more ${more === 1 ? 'comment' : 'comments'}`]
  const open = link === null ? [] : [`${link.text}: ${link.url}`]
  return [about.join('\n'), ...quotes.map(quoteText), ...rest, ...open].join('\n\n')
}

function quoteText({ label, text }: Quote): string {
  const lines = text.split(/\r\n|\r|\n/).map((line) => `> ${line}`.trimEnd())
  return `${label}:\n${lines.join('\n')}`
}
