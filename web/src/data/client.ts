import { Dailies } from '@dailies/sdk'

/** Acts as the signed-in person: without a token, the browser sends its cookie. */
export const client = new Dailies()
