/** The server sends the file as an attachment, so the browser does not leave the page. */
export function download(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** Drawing the stills of a report takes some seconds, in which the browser shows nothing. */
export const reportStarted = 'The report is being made. Its download starts in a moment.'
