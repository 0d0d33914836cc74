// Writes a mail at the moment of sending, with the rights of that moment.
import type { MailImage, RichMessage } from '../../core/mail.ts'
import type { UrlSigner } from '../../core/signed-urls.ts'
import type { Sql } from '../../core/sql.ts'
import { unsubscribePath } from '../../records/notification-settings.ts'
import { readFacts } from './facts.ts'
import { letterOf, type MailItem } from './items.ts'
import type { Batch } from './queue.ts'
import { renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'

export type ComposeServices = {
  sql: Sql
  /** The public origin of this server, for links. */
  origin: () => string
  urls: Pick<UrlSigner, 'sign'>
  /** A still of a file as JPEG, at a time of a video if there is one; undefined if it has none. */
  still: (fileId: string, atMs: number | null) => Promise<Uint8Array | undefined>
}

const maxStills = 5
/** Two years: people clean up their mail late. */
const unsubscribeSeconds = 2 * 365 * 24 * 60 * 60

/** Undefined when none of the events is left to report. */
export async function compose(services: ComposeServices, batch: Batch): Promise<RichMessage | undefined> {
  const { userId, email, mailId, eventIds } = batch
  const facts = await readFacts(services.sql, userId, eventIds)
  if (facts.length === 0) return undefined
  const origin = services.origin()
  const letter = letterOf(facts, origin)
  const images = await drawStills(services, letter.items)
  const unsubscribe = services.urls.sign(unsubscribePath, { user: userId }, unsubscribeSeconds)
  const footer = { settings: `${origin}/settings/notifications`, unsubscribe }
  const host = new URL(origin).hostname
  return {
    to: email,
    subject: letter.subject,
    text: renderText(letter, origin, footer),
    html: renderHtml(letter, origin, footer, new Map([...images].map(([item, { cid }]) => [item, cid]))),
    messageId: `mail-${mailId}@${host}`,
    // No such message exists: mail programs join all that name the same one.
    inReplyTo: letter.topic === null ? undefined : `${letter.topic}@${host}`,
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': `Dailies notifications <notifications.${host}>`,
      'Auto-Submitted': 'auto-generated',
    },
    images: [...images.values()],
  }
}

async function drawStills(
  { still }: ComposeServices,
  items: readonly MailItem[],
): Promise<Map<MailItem, MailImage>> {
  const images = new Map<MailItem, MailImage>()
  for (const item of items) {
    if (item.still === null || images.size === maxStills) continue
    const content = await still(item.still.fileId, item.still.atMs)
    if (content === undefined) continue
    const cid = `still-${images.size + 1}`
    images.set(item, {
      ...{ cid, fileName: `${cid}.jpg`, mimeType: 'image/jpeg' },
      content: Buffer.from(content),
    })
  }
  return images
}
