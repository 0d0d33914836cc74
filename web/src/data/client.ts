import { Dailies } from '@dailies/sdk'

/** Acts as the signed-in person: without a token, the browser sends its cookie. */
export let client = new Dailies()

/** The share page acts as the guest of a share. Everything that imports `client` sees the new one. */
export function actWith(token: string): void {
  client = new Dailies({ token })
}
