// Estimates how large a text can be in a box. An estimate, because a layout per size would take seconds.

export const lineHeight = 1.35

/** The width of a text in em: Han, Kana and Hangul are square, other letters a little more than half as wide. */
function widthInEm(text: string): number {
  let width = 0
  for (const character of text) width += character.codePointAt(0)! >= 0x1100 ? 1.03 : 0.58
  return width
}

export function linesOf(text: string, size: number, width: number): number {
  const lines = text.split('\n').map((line) => Math.max(1, Math.ceil((widthInEm(line) * size) / width)))
  return lines.reduce((sum, count) => sum + count, 0)
}

/** Returns the largest size at which the text fits; at the smallest size, how many of its lines fit. */
export function fitText(
  text: string,
  room: { width: number; height: number },
  { largest, smallest }: { largest: number; smallest: number },
): { size: number; lines: number } {
  let size = largest
  while (size > smallest && linesOf(text, size, room.width) * size * lineHeight > room.height) size *= 0.94
  return { size, lines: Math.max(1, Math.floor(room.height / (size * lineHeight))) }
}
