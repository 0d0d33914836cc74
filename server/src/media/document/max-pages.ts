/** Only the first pages of a longer document are shown and measured; the info has the full number. */
export const maxPages = 500
