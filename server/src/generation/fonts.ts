// The fonts of generated documents and images: Noto Sans, from npm packages, so that the output is the same
// on every machine. Most fonts are downloaded on first use: see `on-demand.ts`.
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

/** A package of embedpdf, which has the fonts in a folder. */
function installed(family: string, packageName: string, file: string): Font {
  const folder = join(dirname(resolve(packageName)), '..', 'fonts')
  return font(family, folder, `${file}-Regular.ttf`, `${file}-Bold.ttf`)
}

export const latin = installed('Noto Sans', '@embedpdf/fonts-latin', 'NotoSans')
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

/** Scripts besides those of Europe and East Asia: the letters, and the font that has them. */
const otherScripts: readonly (readonly [letters: RegExp, find: () => Promise<Font | undefined>])[] = [
  [
    /\p{Script=Arabic}/u,
    async () => installed('Noto Naskh Arabic', '@embedpdf/fonts-arabic', 'NotoNaskhArabic'),
  ],
  [
    /\p{Script=Hebrew}/u,
    async () => installed('Noto Sans Hebrew', '@embedpdf/fonts-hebrew', 'NotoSansHebrew'),
  ],
  ...[
    ...[
      'Armenian',
      'Bengali',
      'Devanagari',
      'Ethiopic',
      'Georgian',
      'Gujarati',
      'Gurmukhi',
      'Kannada',
      'Khmer',
    ],
    ...['Lao', 'Malayalam', 'Myanmar', 'Oriya', 'Sinhala', 'Tamil', 'Telugu', 'Thai'],
  ].map(
    (script) =>
      [
        new RegExp(`\\p{Script=${script}}`, 'u'),
        () => onDemand(`Noto Sans ${script}`, `@expo-google-fonts/noto-sans-${script.toLowerCase()}`),
      ] as const,
  ),
]

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

/** The same for texts of any script. */
export async function fontsOfAllScripts(text: string): Promise<Font[]> {
  const others = otherScripts.filter(([letters]) => letters.test(text))
  const found = await Promise.all(others.map(([, find]) => find()))
  return [...(await fontsFor(text)), ...found.filter((font) => font !== undefined)]
}

/** The font files that a text needs, for programs that shape the letters of all scripts. */
export async function fontFilesFor(text: string): Promise<string[]> {
  return fontFiles(await fontsOfAllScripts(text))
}
