// CSV by RFC 4180.

/** Excel does not recognise UTF-8 without it. */
export const byteOrderMark = '\ufeff'

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/** Spreadsheets execute cells that start like a formula, full-width characters included; an apostrophe makes them text. */
function cell(text: string): string {
  const safe = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
