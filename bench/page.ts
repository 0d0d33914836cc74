// Writes reports into a page of the docs. Each suite owns the text between its two markers; the rest is written by hand.

export const suiteNames = [
  'operations',
  'uploads',
  'growth',
  'storage',
  'events',
  'webhooks',
  'notifications',
  'generation',
  'media',
  'app',
  'playback',
  'checks',
  'sizes',
  'soak',
] as const
export type SuiteName = (typeof suiteNames)[number]

const start = (suite: string) => `<!-- bench:${suite} -->`
const end = (suite: string) => `<!-- /bench:${suite} -->`

/** The page with the section of the suite replaced. */
export function withSection(page: string, suite: string, text: string): string {
  const from = page.indexOf(start(suite))
  const to = page.indexOf(end(suite))
  if (from === -1 || to < from)
    throw new Error(`the page has no section for ${suite}: add ${start(suite)} and ${end(suite)}`)
  return `${page.slice(0, from)}${start(suite)}\n${text}\n${page.slice(to)}`
}

/** The suites that have a section in the page. */
export function sectionsOf(page: string): string[] {
  return [...page.matchAll(/^<!-- bench:([\w-]+) -->$/gm)].map((match) => match[1]!)
}
