import type { TokenSource } from './options.ts'

/** Provides the token for requests: requested once, and again when it is rejected. */
export class Tokens {
  readonly #source: string | TokenSource | undefined
  #current: Promise<string> | undefined

  constructor(source: string | TokenSource | undefined) {
    this.#source = source
  }

  get given(): boolean {
    return this.#source !== undefined
  }

  async current(): Promise<string | undefined> {
    if (typeof this.#source !== 'function') return this.#source
    return this.#current ?? this.#ask(this.#source)
  }

  /** A token other than the rejected one, or undefined. */
  async renewed(refused: string): Promise<string | undefined> {
    if (typeof this.#source !== 'function') return undefined
    // Many calls may be rejected at once; the first one requests a token for all.
    const current = await this.#current
    if (current === refused) this.#ask(this.#source, refused)
    const token = await this.current()
    return token === refused ? undefined : token
  }

  #ask(source: TokenSource, refused?: string): Promise<string> {
    const asked = (async () => source(refused))()
    this.#current = asked
    // After a failure the next call requests a token again.
    asked.catch(() => {
      if (this.#current === asked) this.#current = undefined
    })
    return asked
  }
}
