// The fonts of generated documents and images: Noto Sans, from npm packages, so that the output is the same
// on every machine.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

type Font = { family: string; regular: string; bold: string }
type Language = 'en' | 'zh' | 'ja' | 'ko'

const { resolve } = createRequire(import.meta.url)

function font(family: string, folder: string, regular: string, bold: string): Font {
  return { family, regular: join(folder, regular), bold: join(folder, bold) }
}

function sans(family: string, packageName: string, files: string): Font {
  const folder = join(dirname(resolve(packageName)), '..', 'fonts')
  const extension = packageName.endsWith('latin') ? 'ttf' : 'otf'
  return font(family, folder, `${files}-Regular.${extension}`, `${files}-Bold.${extension}`)
}

const latin = sans('Noto Sans', '@embedpdf/fonts-latin', 'NotoSans')
const japanese = sans('Noto Sans Japanese', '@embedpdf/fonts-jp', 'NotoSansJP')
const korean = sans('Noto Sans Korean', '@embedpdf/fonts-kr', 'NotoSansKR')
const chinese = sans('Noto Sans S Chinese', '@embedpdf/fonts-sc', 'NotoSansHans')
const emoji = font(
  'Noto Emoji',
  dirname(resolve('@expo-google-fonts/noto-emoji')),
  '400Regular/NotoEmoji_400Regular.ttf',
  '700Bold/NotoEmoji_700Bold.ttf',
)

/**
 * Chinese, Japanese and Korean draw the same Han characters differently: the other letters show which
 * language is meant.
 */
export function languageOf(text: string): Language {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  if (hasHangul(text)) return 'ko'
  return /\p{Script=Han}/u.test(text) ? 'zh' : 'en'
}

const inOrder: Record<Language, readonly Font[]> = {
  en: [latin],
  zh: [latin, chinese],
  // The Chinese font has the rarer characters that the others lack.
  ja: [latin, japanese, chinese],
  ko: [latin, korean, chinese],
}

/**
 * Returns only the fonts that the text needs, the preferred one first: reading a font of 8 MB takes a tenth
 * of a second.
 */
export function fontsFor(text: string): Font[] {
  const fonts = [...inOrder[languageOf(text)]]
  if (hasHangul(text) && !fonts.includes(korean)) fonts.push(korean)
  if (/\p{Extended_Pictographic}/u.test(text)) fonts.push(emoji)
  return fonts
}

function hasHangul(text: string): boolean {
  return /\p{Script=Hangul}/u.test(text)
}

export const fontFolders = [latin, japanese, korean, chinese, emoji].flatMap(({ regular, bold }) => [
  ...new Set([dirname(regular), dirname(bold)]),
])
