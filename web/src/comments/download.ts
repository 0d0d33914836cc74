/** The server sends the file as an attachment, so the browser does not leave the page. */
export function download(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
