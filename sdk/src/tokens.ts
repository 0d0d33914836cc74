import type { TokenSource } from './options.ts'

/** What requests are signed with: asked for once, and once more when it was refused. */
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
    this.#current ??= this.#ask(this.#source)
    return this.#current
  }

  /** Another token than the refused one, or undefined when there is none. */
  async renewed(refused: string): Promise<string | undefined> {
    if (typeof this.#source !== 'function') return undefined
    // Many calls may be refused at once; the first one asks for all of them.
    const current = await this.#current
    if (current === refused) this.#current = this.#ask(this.#source, refused)
    const token = await this.current()
    return token === refused ? undefined : token
  }

  async #ask(source: TokenSource, refused?: string): Promise<string> {
    try {
      return await source(refused)
    } catch (error) {
      this.#current = undefined
      throw error
    }
  }
}
