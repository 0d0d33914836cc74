// The emoji data, served by our own server: the page requests nothing from other hosts.
import dataUrl from 'emojibase-data/en/data.json?url'
import messagesUrl from 'emojibase-data/en/messages.json?url'
import type { EmojiDataResolver, SkinTone } from 'frimousse'

type Entry = {
  emoji: string
  label: string
  group?: number
  version: number
  tags?: string[]
  skins?: { emoji: string; tone: number | number[] }[]
}
type Messages = { groups: { key: string; message: string; order: number }[] }

/** Newer emoji are empty boxes on many devices. */
const newest = 15

const tones: Exclude<SkinTone, 'none'>[] = ['light', 'medium-light', 'medium', 'medium-dark', 'dark']

export const emojiData: EmojiDataResolver = async (locale, { signal } = {}) => {
  const read = async (url: string) => (await fetch(url, signal ? { signal } : {})).json()
  const [entries, { groups }] = (await Promise.all([read(dataUrl), read(messagesUrl)])) as [Entry[], Messages]
  return {
    locale,
    emojis: entries.flatMap(({ emoji, label, group, version, tags = [], skins }) =>
      group === undefined || version > newest
        ? []
        : [{ emoji, label, category: group, version, tags, ...(skins && { skins: byTone(emoji, skins) }) }],
    ),
    categories: groups
      .filter(({ key }) => key !== 'component')
      .map(({ order, message }) => ({
        index: order,
        label: message[0]!.toUpperCase() + message.slice(1),
      })),
    skinTones: {
      light: 'Light skin tone',
      'medium-light': 'Medium-light skin tone',
      medium: 'Medium skin tone',
      'medium-dark': 'Medium-dark skin tone',
      dark: 'Dark skin tone',
    },
  }
}

function byTone(
  emoji: string,
  skins: NonNullable<Entry['skins']>,
): Record<Exclude<SkinTone, 'none'>, string> {
  const inTone = (index: number) => skins.find(({ tone }) => tone === index + 1)?.emoji ?? emoji
  return Object.fromEntries(tones.map((tone, index) => [tone, inTone(index)])) as Record<
    Exclude<SkinTone, 'none'>,
    string
  >
}
