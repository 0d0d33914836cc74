import { Dailies } from '@dailies/sdk'

/** Acts as whoever is signed in: without a token, the browser's cookie goes along. */
export const client = new Dailies()
