/** The pattern of `ilike` for texts that contain this one, in which no character is a wildcard. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
