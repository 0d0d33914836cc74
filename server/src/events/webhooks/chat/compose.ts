// Writes the message of a delivery at the moment of sending, in the format of its webhook.
import type { Sql } from '../../../core/sql.ts'
import { commentPlace } from '../../../records/comment-place.ts'
import { webAddress } from '../../../records/web-address.ts'
import { type ChatFormat, deliveryHeaders, type WebhookFormat } from '../../../records/webhook.ts'
import { discordRequest } from './discord.ts'
import { type Fact, readFacts } from './facts.ts'
import { type ChatItem, type ChatMessage, type ChatRequest, maxItems } from './message.ts'
import { ntfyRequest } from './ntfy.ts'
import { nameOf, sentenceOf } from './sentences.ts'
import { slackRequest } from './slack.ts'
import { teamsRequest } from './teams.ts'
import { oneLine, readable } from './text.ts'

const formats: Record<ChatFormat, (url: string, message: ChatMessage) => ChatRequest> = {
  slack: slackRequest,
  teams: teamsRequest,
  discord: discordRequest,
  ntfy: ntfyRequest,
}

export type ChatServices = {
  sql: Sql
  /** The public origin of this server, for links. */
  origin: () => string
  /** The URL of a still of the file that this chat can show; undefined if there is none. */
  still: (fileId: string, format: ChatFormat) => Promise<string | undefined>
}

export type ChatDelivery = {
  id: string
  webhookId: string
  eventType: string
  url: string
  format: WebhookFormat
  /** The failed attempts so far. */
  failures: number
  /** Further deliveries whose events the message reports. */
  members: readonly string[] | null
}

export type Composed = {
  /** undefined: nothing is left to report. */
  request: ChatRequest | undefined
  /** The deliveries whose events the message leaves out; the one that sends it may be among them. */
  hidden: string[]
}

export async function compose(services: ChatServices, delivery: ChatDelivery): Promise<Composed> {
  const { id, url, eventType, members } = delivery
  const format = delivery.format as ChatFormat
  const request = (message: ChatMessage) => requestOf(format, url, message)
  if (eventType === 'webhook.test')
    return { request: request(testMessage(services.origin(), delivery.webhookId)), hidden: [] }
  const reported = [id, ...(members ?? [])]
  const facts = await readFacts(services.sql, reported)
  const shown = new Set(facts.map(({ deliveryId }) => deliveryId))
  const hidden = reported.filter((one) => !shown.has(one))
  if (facts.length === 0) return { request: undefined, hidden }
  const message = messageOf(facts, services.origin())
  // A service may refuse a whole message because it cannot fetch the image: the second attempt has none.
  const still = delivery.failures === 0 ? await stillOf(facts, services, format) : null
  return { request: request({ ...message, still }), hidden }
}

export function requestOf(format: ChatFormat, url: string, message: ChatMessage): ChatRequest {
  const { headers, ...rest } = formats[format](url, message)
  return { ...rest, headers: { ...deliveryHeaders(format, ''), ...headers } }
}

function testMessage(origin: string, webhookId: string): ChatMessage {
  return {
    headline: 'Test message from Dailies',
    link: `${origin}/settings/webhooks?webhook=${webhookId}`,
    items: [{ label: null, text: 'Messages about the chosen events appear here.', link: origin }],
    ...{ more: 0, project: null, still: null },
  }
}

async function stillOf(facts: readonly Fact[], { still }: ChatServices, format: ChatFormat) {
  const fact = facts.find(({ stillFileId }) => stillFileId !== null)
  if (!fact) return null
  const url = await still(fact.stillFileId!, format)
  return url === undefined ? null : { url, alt: oneLine(fact.fileName ?? fact.versionName ?? 'Still') }
}

/** Names cannot contain line breaks or control characters in a message. */
function cleaned(fact: Fact): Fact {
  const text = (value: string | null) => (value === null ? null : oneLine(value))
  return {
    ...fact,
    actor: fact.actor && { ...fact.actor, name: oneLine(fact.actor.name) },
    projectName: text(fact.projectName),
    fileName: text(fact.fileName),
    versionName: text(fact.versionName),
    userName: text(fact.userName),
    folderName: text(fact.folderName),
    skillName: text(fact.skillName),
  }
}

export function messageOf(found: readonly Fact[], origin: string): ChatMessage {
  const facts = found.map(cleaned)
  const [first] = facts as [Fact]
  const single = facts.length === 1
  const items = single
    ? onlyItem(first, origin)
    : facts.slice(0, maxItems).map((fact) => itemOf(fact, origin))
  return {
    headline: single ? `${sentenceOf(facts)}${placeOf(first)}` : sentenceOf(facts),
    link: commonLink(facts, origin),
    items,
    more: single ? 0 : facts.length - items.length,
    project: first.projectName,
    still: null,
  }
}

/** One event in a line, and the page that shows it. */
export function lineOf(found: Fact, origin: string): { summary: string; url: string } {
  const fact = cleaned(found)
  return { summary: `${sentenceOf([fact])}${placeOf(fact)}`, url: linkOf(fact, origin) }
}

function onlyItem(fact: Fact, origin: string): ChatItem[] {
  const text = excerptOf(fact)
  return text === null ? [] : [{ label: null, text, link: linkOf(fact, origin) }]
}

function itemOf(fact: Fact, origin: string): ChatItem {
  const link = linkOf(fact, origin)
  const text = excerptOf(fact)
  if (text === null) return { label: `${sentenceOf([fact])}${placeOf(fact)}`, text: null, link }
  const place = fact.fileName === null ? '' : `, ${fact.fileName}${placeOf(fact)}`
  return { label: `${nameOf(fact.actor)}${place}`, text, link }
}

const withText = new Set(['comment.created', 'comment.updated', 'comment.resolved', 'comment.reopened'])

/** The text of a comment. */
export function excerptOf({ type, content }: Fact): string | null {
  const text = withText.has(type) && content !== null ? readable(content) : ''
  return text === '' ? null : text
}

/** The place of a comment: ` at 00:00:12:05`. */
export function placeOf(fact: Fact): string {
  const place = withText.has(fact.type) ? commentPlace(fact) : ''
  return place === '' ? '' : ` ${place}`
}

/** The page of the web app that shows what the event is about. */
export function linkOf(fact: Fact, origin: string): string {
  const { projectId, fileId, versionId, commentId, skillId, type } = fact
  if (fileId === null && versionId === null && commentId === null) {
    if (skillId !== null) return `${origin}/skills/${skillId}`
    if (projectId !== null && /^(member|access_link)\./.test(type))
      return `${origin}/projects/${projectId}/people`
  }
  return webAddress(origin, fact)
}

/** The page that shows all of the events: that of their file or review, else of the project. */
function commonLink(facts: readonly Fact[], origin: string): string {
  const [link, ...others] = new Set(facts.map((fact) => linkOf(fact, origin)))
  if (others.length === 0) return link!
  const [page, ...pages] = new Set([link!, ...others].map((one) => one.split('?')[0]!))
  const { projectId } = facts[0]!
  return pages.length === 0 ? page! : projectId === null ? origin : `${origin}/projects/${projectId}`
}
