// The formats of a webhook, with the texts that help to set each of them up.
import type { WebhookFormat } from '@dailies/sdk'
import { type EventFilter, knownEvents } from './event-filters.ts'

type FormatTexts = {
  name: string
  /** One sentence about the requests. */
  about: string
  /** Where the URL comes from. */
  url: string
}

export const formatTexts: Record<WebhookFormat, FormatTexts> = {
  standard: {
    name: 'Standard (JSON)',
    about: 'Signed requests with the event as JSON, for your own server.',
    url: 'Where events are sent. It must be a public https address.',
  },
  slack: {
    name: 'Slack',
    about: 'Messages to a Slack channel.',
    url: 'In Slack, create an app, switch on Incoming Webhooks, add one to a channel, and copy its URL.',
  },
  teams: {
    name: 'Microsoft Teams',
    about: 'Messages to a Teams channel or chat.',
    url: 'In Teams, open Workflows, choose “Send webhook alerts to a channel”, and copy the URL.',
  },
  discord: {
    name: 'Discord',
    about: 'Messages to a Discord channel.',
    url: 'In Discord, open the settings of the channel, then Integrations, Webhooks, and copy the URL.',
  },
  ntfy: {
    name: 'ntfy',
    about: 'Notifications on phones and desktops that subscribe to an ntfy topic.',
    url: 'The URL of the topic, such as https://ntfy.sh/our-dailies. For a protected topic, put a token before the host: https://tk_…@ntfy.sh/our-dailies.',
  },
}

export const formatOptions = Object.entries(formatTexts).map(
  ([format, { name }]) => [format as WebhookFormat, name] as const,
)

/** People in the chat see content that they may have no access to in Dailies. */
export const chatWarning =
  'Messages show names, excerpts of comments and a still of everything that you may see, to everybody in the chat.'

/** The events that people talk about. Everything would be too much for a chat. */
export const chatEvents: EventFilter[] = [
  ...['comment.created', 'file.uploaded', 'version.created', 'version.status_changed'],
  ...['review_request.created', 'verdict.given'],
].filter((type): type is EventFilter => knownEvents.has(type))
