// The emoji data, served by our own server: the page requests nothing from other hosts.
import type { EmojiData, EmojiDataResolver } from 'frimousse'
import dataUrl from '../generated/emoji.json?url'

export const emojiData: EmojiDataResolver = async (locale, { signal } = {}) => {
  const answer = await fetch(dataUrl, signal ? { signal } : {})
  const data = (await answer.json()) as Pick<EmojiData, 'emojis' | 'categories'>
  return {
    locale,
    ...data,
    skinTones: {
      light: 'Light skin tone',
      'medium-light': 'Medium-light skin tone',
      medium: 'Medium skin tone',
      'medium-dark': 'Medium-dark skin tone',
      dark: 'Dark skin tone',
    },
  }
}
