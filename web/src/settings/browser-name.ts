const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** Enough for people to tell browsers apart. */
export function browserName(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown browser'
  const first = (names: typeof browsers | typeof systems) =>
    names.find(([part]) => userAgent.includes(part))?.[1]
  const browser = first(browsers) ?? 'Browser'
  const system = first(systems)
  return system ? `${browser} on ${system}` : browser
}
