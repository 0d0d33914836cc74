// The fonts of generated documents and images: Noto Sans, from npm packages, so that the output is the same
// on every machine. The fonts for Chinese, Japanese and Korean are downloaded on first use.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { onDemandFiles } from './on-demand.ts'

export type Font = { family: string; regular: string; bold: string }
type Script = 'latin' | 'chinese' | 'japanese' | 'korean' | 'emoji'
type Language = 'en' | 'zh' | 'ja' | 'ko'

const { resolve } = createRequire(import.meta.url)

function font(family: string, folder: string, regular: string, bold: string): Font {
  return { family, regular: join(folder, regular), bold: join(folder, bold) }
}

async function onDemand(family: string, packageName: string): Promise<Font | undefined> {
  const [regular, bold] = (await onDemandFiles(packageName)) ?? []
  return regular && bold ? { family, regular, bold } : undefined
}

export const latin = font(
  'Noto Sans',
  join(dirname(resolve('@embedpdf/fonts-latin')), '..', 'fonts'),
  'NotoSans-Regular.ttf',
  'NotoSans-Bold.ttf',
)
const emoji = font(
  'Noto Emoji',
  dirname(resolve('@expo-google-fonts/noto-emoji')),
  '400Regular/NotoEmoji_400Regular.ttf',
  '700Bold/NotoEmoji_700Bold.ttf',
)

/** Undefined when the font cannot be downloaded. */
const fontOf: Record<Script, () => Promise<Font | undefined>> = {
  latin: async () => latin,
  chinese: () => onDemand('Noto Sans S Chinese', '@embedpdf/fonts-sc'),
  japanese: () => onDemand('Noto Sans Japanese', '@embedpdf/fonts-jp'),
  korean: () => onDemand('Noto Sans Korean', '@embedpdf/fonts-kr'),
  emoji: async () => emoji,
}

/**
 * Chinese, Japanese and Korean draw the same Han characters differently: the other letters show which
 * language is meant.
 */
export function languageOf(text: string): Language {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  if (hasHangul(text)) return 'ko'
  return /\p{Script=Han}/u.test(text) ? 'zh' : 'en'
}

const inOrder: Record<Language, readonly Script[]> = {
  en: ['latin'],
  zh: ['latin', 'chinese'],
  // The Chinese font has the rarer characters that the others lack.
  ja: ['latin', 'japanese', 'chinese'],
  ko: ['latin', 'korean', 'chinese'],
}

/**
 * Returns only the fonts that the text needs, the preferred one first: reading a font of 8 MB takes a tenth
 * of a second. Letters of a font that cannot be had are drawn as boxes.
 */
export async function fontsFor(text: string): Promise<Font[]> {
  const scripts = [...inOrder[languageOf(text)]]
  if (hasHangul(text) && !scripts.includes('korean')) scripts.push('korean')
  if (/\p{Extended_Pictographic}/u.test(text)) scripts.push('emoji')
  const fonts = await Promise.all(scripts.map((script) => fontOf[script]()))
  return fonts.filter((font) => font !== undefined)
}

function hasHangul(text: string): boolean {
  return /\p{Script=Hangul}/u.test(text)
}

export function fontFiles(fonts: readonly Font[]): string[] {
  return fonts.flatMap(({ regular, bold }) => [regular, bold])
}

/** The font files that a text needs. */
export async function fontFilesFor(text: string): Promise<string[]> {
  return fontFiles(await fontsFor(text))
}
