/** The body of an answer that is already JSON text: one that rarely changes, or records that Postgres has written. */
export class JsonText<T> {
  readonly json: string
  /** Never set: it ties the text to the declared output. */
  declare readonly result: T
  constructor(json: string) {
    this.json = json
  }
}
