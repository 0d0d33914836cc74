// Messages for a topic of ntfy, published as JSON: texts need no encoding, as headers would.
import { unescape as decode } from 'node:querystring'
import { type ChatMessage, type ChatRequest, moreText } from './message.ts'
import { bytes, fit } from './text.ts'

// ntfy turns a message of more than 4,096 bytes into an attachment.
const messageMax = 4_000
const titleMax = 250
const lineMax = 600

/** The topic of a URL such as https://ntfy.sh/our-dailies; undefined for another URL. */
export function ntfyTopic(url: URL): string | undefined {
  return /^\/([-_A-Za-z0-9]{1,64})$/.exec(url.pathname)?.[1]
}

export function ntfyRequest(url: string, message: ChatMessage): ChatRequest {
  const { headline, link, items, more, project, still } = message
  const place = new URL(url)
  const lines = [
    ...items.map(({ label, text }) => fit([label, text].filter(Boolean).join(': '), { max: lineMax })),
    ...(more > 0 ? [moreText(more)] : []),
    ...(project === null ? [] : [project]),
  ]
  const body = {
    topic: ntfyTopic(place),
    title: fit(headline, { max: titleMax, size: bytes }),
    // ntfy shows "triggered" for an empty message.
    message: fit(lines.join('\n') || headline, { max: messageMax, size: bytes }),
    click: link,
    ...(still && { attach: still.url, filename: 'still.jpg' }),
  }
  return { url: `${place.origin}/`, headers: authorization(place), body: JSON.stringify(body) }
}

/** `https://user:password@host/topic`, or an access token: `https://tk_…@host/topic` or `https://:tk_…@host/topic`. */
function authorization({ username, password }: URL): Record<string, string> {
  const [user, secret] = [decode(username), decode(password)]
  if (user === '' && secret === '') return {}
  if (user === '' || secret === '') return { authorization: `Bearer ${user || secret}` }
  return { authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` }
}
