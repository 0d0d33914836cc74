/**
 * Eleven hues of the same lightness: 3:1 or more on every dark and light background of the app, and 4.5:1 under white
 * initials. `person-colour.test.ts` checks both.
 */
export const personColours = [
  '#c94c49',
  '#be5a09',
  '#a06c02',
  '#7a7a09',
  '#1c882d',
  '#028575',
  '#0580a2',
  '#3a74d4',
  '#8363ce',
  '#af53a9',
  '#c24c81',
] as const

/** The colour of a person's avatar and markers: the same everywhere, from the user's id alone. */
export function personColour(userId: string): string {
  let hash = 0
  for (const character of userId) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0
  return personColours[hash % personColours.length]!
}
