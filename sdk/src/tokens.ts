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
    return this.#current ?? this.#ask(this.#source)
  }

  /** Another token than the refused one, or undefined when there is none. */
  async renewed(refused: string): Promise<string | undefined> {
    if (typeof this.#source !== 'function') return undefined
    // Many calls may be refused at once; the first one asks for all of them.
    const current = await this.#current
    if (current === refused) this.#ask(this.#source, refused)
    const token = await this.current()
    return token === refused ? undefined : token
  }

  #ask(source: TokenSource, refused?: string): Promise<string> {
    const asked = (async () => source(refused))()
    this.#current = asked
    // What has failed, at once or later, is asked for anew.
    asked.catch(() => {
      if (this.#current === asked) this.#current = undefined
    })
    return asked
  }
}
