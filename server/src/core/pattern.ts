/** An `ilike` pattern for texts that contain this text; wildcards in it are escaped. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
