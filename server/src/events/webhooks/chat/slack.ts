// Messages for incoming webhooks of Slack, in Block Kit.
import { type ChatItem, type ChatMessage, type ChatRequest, moreText } from './message.ts'
import { fit } from './text.ts'

// Slack allows 50 blocks, 3,000 characters in a text, 2,000 in the description of an image and 3,000 in its URL.
const headlineMax = 1_000
const labelMax = 500
const textMax = 1_500
const altMax = 2_000
const urlMax = 3_000

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const quote = (character: string) => entities[character] ?? character

export function slackRequest(url: string, message: ChatMessage): ChatRequest {
  const { headline, link, items, more, project, still } = message
  const title = fit(headline, { max: headlineMax, quote })
  const blocks = [
    section(`*${anchor(link, title)}*`),
    ...items.map((item) => section(itemText(item))),
    ...(more > 0 ? [section(moreText(more))] : []),
    ...(still && still.url.length <= urlMax
      ? [{ type: 'image', image_url: still.url, alt_text: fit(still.alt, { max: altMax }) }]
      : []),
    ...(project === null
      ? []
      : [{ type: 'context', elements: [mrkdwn(fit(project, { max: labelMax, quote }))] }]),
  ]
  // `text` is what notifications show. Our own links must not unfold into a preview of the sign-in page.
  const body = { text: title, blocks, unfurl_links: false, unfurl_media: false }
  return { url, headers: {}, body: JSON.stringify(body) }
}

function itemText({ label, text, link }: ChatItem): string {
  const lines = [
    ...(label === null ? [] : [anchor(link, fit(label, { max: labelMax, quote }))]),
    ...(text === null ? [] : [`>${fit(text, { max: textMax, quote })}`]),
  ]
  return lines.join('\n')
}

/** `verbatim`: names of channels and people in the text stay plain text. */
function mrkdwn(text: string) {
  return { type: 'mrkdwn', text, verbatim: true }
}

function section(text: string) {
  return { type: 'section', text: mrkdwn(text) }
}

function anchor(link: string, text: string): string {
  return `<${link}|${text}>`
}
