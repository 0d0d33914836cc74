declare module 'pg/lib/utils.js' {
  /** The value of a parameter as Postgres reads it: text, or bytes for a Buffer. */
  export function prepareValue(value: unknown): string | Buffer | null
}
