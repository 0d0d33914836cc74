/** The body of an answer that is already JSON text: one that rarely changes, or records that Postgres has written. */
export class JsonText<T> {
  /** Bytes are UTF-8. */
  readonly json: string | Buffer
  /** Never set: it ties the text to the declared output. */
  declare readonly result: T
  constructor(json: string | Buffer) {
    this.json = json
  }
}
