const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}
const breaks: Record<string, string> = { '\n': '&#10;', '\t': '&#9;' }

/** Text between tags. Removes characters that XML 1.0 does not allow, not even escaped. */
export function xmlText(text: string): string {
  return allowed(text).replace(/[&<>"\r]/g, (character) => escapes[character]!)
}

/** The value of an attribute, in which readers turn line breaks into spaces. */
export function xmlAttribute(text: string): string {
  return xmlText(text).replace(/[\n\t]/g, (character) => breaks[character]!)
}

function allowed(text: string): string {
  return text.toWellFormed().replace(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, '')
}
