// The slate as a tree of boxes for satori. Lengths are in hundredths of the short side, so that all sizes
// look the same.
import type { Slate } from './slate.ts'

/** The characters of a counter, in the order of `Digits`. */
export const digitCharacters = '0123456789:/ '

export type Box = { type: string; props: Record<string, unknown> }
type Style = Record<string, string | number>

/** An image as a data URL with its size, or null when a reference has nothing to show. */
export type Thumbnail = { name: string; image: { source: string; width: number; height: number } | null }

const colours = { paper: '#12161d', card: '#222a36', amber: '#ffb000', white: '#f5f7fa', quiet: '#9aa5b4' }
const lineHeight = 1.35

export function layOut(slate: Slate, thumbnails: readonly Thumbnail[]): Box {
  const { width, height, draft, foot } = slate
  const unit = Math.min(width, height) / 100
  const margin = 6 * unit
  const inner = width - 2 * margin
  const noticeSize = 3 * unit
  const noticeHeight = linesOf(draft.notice, noticeSize, inner) * noticeSize * lineHeight
  const shelf = thumbnails.length > 0 ? 24 * unit : 0
  const space = { width: inner, height: height - foot - 2 * margin - 22 * unit - noticeHeight - shelf }
  const frame = { width, height, boxSizing: 'border-box', padding: margin, paddingBottom: margin + foot }
  return column({ ...frame, backgroundColor: colours.paper }, [
    head(draft.modelName, draft.settings, unit),
    column({ flexGrow: 1, justifyContent: 'center' }, [promptText(draft.prompt, space, unit)]),
    ...(shelf ? [thumbnailShelf(thumbnails, { width: inner, height: shelf }, unit)] : []),
    text(draft.notice, { fontSize: noticeSize, lineHeight, color: colours.amber }),
  ])
}

function head(modelName: string, settings: string | null, unit: number): Box {
  const pill = text('DRAFT', {
    fontSize: 5 * unit,
    fontWeight: 700,
    letterSpacing: unit / 2,
    color: colours.paper,
    backgroundColor: colours.amber,
    borderRadius: unit,
    padding: `${unit / 2}px ${2.5 * unit}px`,
  })
  const facts = column({ alignItems: 'flex-end' }, [
    text(modelName, { fontSize: 3.4 * unit, fontWeight: 700, color: colours.white }),
    ...(settings ? [text(settings, { fontSize: 2.8 * unit, color: colours.quiet })] : []),
  ])
  return row({ justifyContent: 'space-between', alignItems: 'center' }, [pill, facts])
}

function promptText(prompt: string, space: { width: number; height: number }, unit: number): Box {
  const { size, lines } = fitText(prompt, space, { largest: 8 * unit, smallest: 1.9 * unit })
  const style = {
    fontSize: size,
    lineHeight,
    color: colours.white,
    whiteSpace: 'pre-wrap',
    wordBreak: 'break-word',
  }
  return text(prompt, { ...style, display: 'block', width: space.width, lineClamp: lines })
}

function thumbnailShelf(
  thumbnails: readonly Thumbnail[],
  size: { width: number; height: number },
  unit: number,
) {
  const gap = 2 * unit
  const space = {
    width: (size.width - gap * (thumbnails.length - 1)) / thumbnails.length,
    height: size.height - 4 * unit,
  }
  return row(
    { height: size.height, gap, alignItems: 'flex-end' },
    thumbnails.map((thumbnail) => thumbnailCard(thumbnail, space, unit)),
  )
}

function thumbnailCard(
  { name, image }: Thumbnail,
  space: { width: number; height: number },
  unit: number,
): Box {
  const captionSize = 2.2 * unit
  const height = space.height - captionSize * lineHeight - 2 * unit
  const scale = image ? Math.min(space.width / image.width, height / image.height) : 1
  const size = image
    ? { width: image.width * scale, height: image.height * scale }
    : { width: Math.min(space.width, height), height }
  const shown = image
    ? element('img', { src: image.source, ...size, style: { ...size, borderRadius: unit / 2 } })
    : emptyCard(name, size, unit)
  const oneLine = { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' }
  const caption = {
    ...oneLine,
    fontSize: captionSize,
    color: colours.quiet,
    maxWidth: Math.min(space.width, 40 * unit),
  }
  return column({ gap: unit }, [shown, text(name, { ...caption, display: 'block' })])
}

/** A card for a reference that is not an image; shows its file extension. */
function emptyCard(name: string, size: { width: number; height: number }, unit: number): Box {
  const extension = /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toUpperCase() ?? 'FILE'
  const label = text(extension, { fontSize: 3.2 * unit, fontWeight: 700, color: colours.quiet })
  return row(
    {
      ...size,
      backgroundColor: colours.card,
      borderRadius: unit / 2,
      alignItems: 'center',
      justifyContent: 'center',
    },
    [label],
  )
}

function column(style: Style, children: Box[]): Box {
  return element('div', { style: { display: 'flex', flexDirection: 'column', ...style }, children })
}

export function row(style: Style, children: Box[]): Box {
  return element('div', { style: { display: 'flex', ...style }, children })
}

export function text(words: string, style: Style): Box {
  return element('div', { style: { fontFamily: 'Noto Sans', ...style }, children: words })
}

function element(type: string, props: Record<string, unknown>): Box {
  return { type, props }
}

/** The width of a text in em: Han, Kana and Hangul are square, other letters a little more than half as wide. */
function widthInEm(text: string): number {
  let width = 0
  for (const character of text) width += character.codePointAt(0)! >= 0x1100 ? 1.03 : 0.58
  return width
}

function linesOf(text: string, size: number, width: number): number {
  const lines = text.split('\n').map((line) => Math.max(1, Math.ceil((widthInEm(line) * size) / width)))
  return lines.reduce((sum, count) => sum + count, 0)
}

/**
 * Estimates the largest size at which the text fits and, at the smallest size, how many of its lines fit. A layout for each
 * size would take seconds.
 */
function fitText(
  text: string,
  space: { width: number; height: number },
  { largest, smallest }: { largest: number; smallest: number },
): { size: number; lines: number } {
  let size = largest
  while (size > smallest && linesOf(text, size, space.width) * size * lineHeight > space.height) size *= 0.94
  return { size, lines: Math.max(1, Math.floor(space.height / (size * lineHeight))) }
}
