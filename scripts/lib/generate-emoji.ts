// web/src/generated/emoji.json: the part of emojibase that the emoji picker shows, a third of one of its 28 languages.
import entries from 'emojibase-data/en/data.json' with { type: 'json' }
import messages from 'emojibase-data/en/messages.json' with { type: 'json' }

export const emojiPath = 'web/src/generated/emoji.json'

type Entry = {
  emoji: string
  label: string
  group?: number
  version: number
  tags?: string[]
  skins?: { emoji: string; tone: number | number[] }[]
}

/** Newer emoji are empty boxes on many devices. */
const newest = 15

const tones = ['light', 'medium-light', 'medium', 'medium-dark', 'dark']

/** One emoji per line, so that changes of the data can be read. */
export function emojiFile(): string {
  const emojis = (entries as Entry[])
    .filter(({ group, version }) => group !== undefined && version <= newest)
    .map(({ emoji, label, group, version, tags = [], skins }) => ({
      ...{ emoji, label, category: group, version, tags },
      ...(skins && { skins: byTone(emoji, skins) }),
    }))
  const categories = messages.groups
    .filter(({ key }) => key !== 'component')
    .map(({ order, message }) => ({ index: order, label: message[0]!.toUpperCase() + message.slice(1) }))
  return `{"emojis":[\n${lines(emojis)}\n],"categories":[\n${lines(categories)}\n]}\n`
}

function lines(values: object[]): string {
  return values.map((value) => JSON.stringify(value)).join(',\n')
}

function byTone(emoji: string, skins: NonNullable<Entry['skins']>): Record<string, string> {
  const inTone = (index: number) => skins.find(({ tone }) => tone === index + 1)?.emoji ?? emoji
  return Object.fromEntries(tones.map((tone, index) => [tone, inTone(index)]))
}
