/** An aligned table. Names come from users, so that characters that steer a terminal are made visible. */
export function table(headings: string[], rows: string[][]): string {
  const lines = [headings, ...rows].map((cells) => cells.map(printable))
  const widths = headings.map((_, column) => Math.max(...lines.map((cells) => width(cells[column]!))))
  return lines
    .map((cells) => cells.map((cell, i) => cell + ' '.repeat(widths[i]! - width(cell))).join('  '))
    .map((line) => line.trimEnd())
    .join('\n')
}

export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd')
}

function width(text: string): number {
  return [...text].length
}

/** Seconds are enough for people. */
export function shortTime(time: string | null): string {
  return time === null ? '-' : time.slice(0, 19)
}

export function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`
}
