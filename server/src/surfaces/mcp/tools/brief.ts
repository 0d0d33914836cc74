// Results for models: every token costs, so what says nothing is left out.

/** Without fields that are null or empty, at any depth. */
export function brief<T>(value: T): T {
  if (Array.isArray(value)) return value.map(brief) as T
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value)
    .map(([key, field]) => [key, brief(field)] as const)
    .filter(([, field]) => !isEmpty(field))
  return Object.fromEntries(fields) as T
}

/** The same without addresses of files and images, which expire, and which a model cannot open. */
export function briefRecord<T>(value: T): T {
  return brief(withoutUrls(value))
}

function withoutUrls<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutUrls) as T
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([key]) => !isUrl(key))
  return Object.fromEntries(fields.map(([key, field]) => [key, withoutUrls(field)])) as T
}

const isUrl = (key: string) => key === 'thumbnail' || key.endsWith('Url') || key.endsWith('Urls')

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** The first characters of a text, for a list. */
export function excerpt(text: string, most = 280): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= most ? line : `${line.slice(0, most - 1).toWellFormed()}…`
}
