/**
 * JSON whose texts cannot steer a terminal or turn a line around: the few characters that JSON may hold as they are and
 * that could do so are escaped. It is the same JSON to programs.
 */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
