// Messages for the Workflows webhooks of Microsoft Teams: an Adaptive Card.
import { type ChatItem, type ChatMessage, type ChatRequest, moreText } from './message.ts'
import { fit } from './text.ts'

// Teams allows 28 KB for the whole request, and a character takes at most 6 bytes of JSON.
const headlineMax = 300
const labelMax = 100
const textMax = 400
const onlyTextMax = 1_500

export function teamsRequest(url: string, message: ChatMessage): ChatRequest {
  const { headline, link, items, more, project, still } = message
  const body = [
    line([{ text: fit(headline, { max: headlineMax }), weight: 'Bolder' }]),
    ...items.map((item) => itemLine(item, items.length === 1 ? onlyTextMax : textMax)),
    ...(more > 0 ? [line([{ text: moreText(more) }])] : []),
    ...(still
      ? [{ type: 'Image', url: still.url, altText: fit(still.alt, { max: labelMax }), size: 'Stretch' }]
      : []),
    ...(project === null ? [] : [line([{ text: fit(project, { max: labelMax }), isSubtle: true }])]),
  ]
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body,
    actions: [{ type: 'Action.OpenUrl', title: 'Open in Dailies', url: link }],
  }
  const attachment = {
    contentType: 'application/vnd.microsoft.card.adaptive',
    contentUrl: null,
    content: card,
  }
  return { url, headers: {}, body: JSON.stringify({ type: 'message', attachments: [attachment] }) }
}

type Run = {
  text: string
  weight?: 'Bolder'
  isSubtle?: true
  selectAction?: { type: 'Action.OpenUrl'; url: string }
}

/** Runs of text have no markup, unlike a TextBlock: nothing needs to be escaped. */
function line(runs: readonly Run[]) {
  return { type: 'RichTextBlock', inlines: runs.map((run) => ({ type: 'TextRun', ...run })) }
}

function itemLine({ label, text, link }: ChatItem, max: number) {
  const name = label === null ? undefined : fit(label, { max: labelMax })
  const excerpt = text === null ? undefined : fit(text, { max })
  return line([
    ...(name === undefined
      ? []
      : [
          {
            text: excerpt === undefined ? name : `${name}: `,
            selectAction: { type: 'Action.OpenUrl' as const, url: link },
          },
        ]),
    ...(excerpt === undefined ? [] : [{ text: excerpt }]),
  ])
}
