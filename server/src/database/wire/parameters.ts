// Values of JavaScript as parameters of a statement: text that Postgres reads as the type of the parameter, or bytes.

export type Parameter = string | Buffer | null

export function parameterOf(value: unknown): Parameter {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return null
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return arrayText(value)
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (value instanceof Date) return value.toISOString()
  return JSON.stringify(value)
}

function arrayText(items: readonly unknown[]): string {
  return `{${items.map(itemText).join(',')}}`
}

function itemText(item: unknown): string {
  if (Array.isArray(item)) return arrayText(item)
  const parameter = parameterOf(item)
  if (parameter === null) return 'NULL'
  if (typeof parameter !== 'string') return `"\\\\x${parameter.toString('hex')}"`
  return `"${parameter.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
