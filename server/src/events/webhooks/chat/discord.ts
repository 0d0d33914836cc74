// Messages for webhooks of Discord: a line of text, and an embed with the rest.
import { type ChatItem, type ChatMessage, type ChatRequest, moreText } from './message.ts'
import { fit } from './text.ts'

// Discord allows 2,000 characters of content, 256 in a title, 4,096 in a description, 2,048 in a footer, and 6,000 in all
// texts of embeds together.
const contentMax = 1_500
const labelMax = 120
const textMax = 400
const onlyTextMax = 1_500
const footerMax = 256

/** Every character that begins or ends formatting, a link or a mention. */
const quote = (character: string) => (/[\\`*_~|<>[\]()#+-]/.test(character) ? `\\${character}` : character)

export function discordRequest(url: string, message: ChatMessage): ChatRequest {
  const { headline, link, items, more, project, still } = message
  const max = items.length === 1 ? onlyTextMax : textMax
  const texts = items.map((item) => itemText(item, max))
  const description = [...texts, ...(more > 0 ? [moreText(more)] : [])].join('\n')
  const embed = {
    title: 'Open in Dailies',
    url: link,
    ...(description !== '' && { description }),
    ...(still && { image: { url: still.url } }),
    ...(project !== null && { footer: { text: fit(project, { max: footerMax }) } }),
  }
  const content = fit(headline, { max: contentMax, quote })
  // No text may notify people: not @everyone, and no role or member either.
  const body = { content, embeds: [embed], allowed_mentions: { parse: [] } }
  return { url, headers: {}, body: JSON.stringify(body) }
}

function itemText({ label, text, link }: ChatItem, max: number): string {
  const lines = [
    ...(label === null ? [] : [`[${fit(label, { max: labelMax, quote })}](${link})`]),
    ...(text === null ? [] : [`> ${fit(text, { max, quote })}`]),
  ]
  return lines.join('\n')
}
