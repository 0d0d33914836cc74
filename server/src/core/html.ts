// HTML by tagged template. Values are escaped, except for those that `html` itself has made.

export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

/** `false`, `null` and `undefined` render as nothing, so that `condition && html` works. */
export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[]

export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  let text = strings[0]!
  values.forEach((value, i) => {
    text += render(value) + strings[i + 1]
  })
  return new Html(text)
}

function render(value: HtmlValue): string {
  if (value === false || value === null || value === undefined) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(render).join('')
  return escapeHtml(String(value))
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character]!)
}
