// The links and bookmarks of a PDF. They are never opened: an address on the web is checked for its form only.
import { plain } from '../../technical.ts'
import type { MeasuredLink } from './measured.ts'
import type { Pdfium } from './pdfium.ts'

const actions = { goTo: 1, remote: 2, uri: 3, launch: 4 }
const maxBookmarks = 5_000

type Target = Omit<MeasuredLink, 'page'>

/** null: an action that leads nowhere, such as a button for the next page. */
export function linkTarget(pdf: Pdfium, link: number, pages: number): Target | null {
  const action = pdf.call._FPDFLink_GetAction(link)
  if (action !== 0) return actionTarget(pdf, action, pages, 'a place in the document')
  return destination(pdf, pdf.call._FPDFLink_GetDest(pdf.document, link), pages, 'a place in the document')
}

export function bookmarkFaults(pdf: Pdfium, pages: number): { links: MeasuredLink[]; count: number } {
  const links: MeasuredLink[] = []
  const { call, document } = pdf
  const seen = new Set<number>()
  const open = [call._FPDFBookmark_GetFirstChild(document, 0)]
  while (open.length > 0 && seen.size < maxBookmarks) {
    const bookmark = open.pop()!
    // A damaged or hostile file may have circles.
    if (bookmark === 0 || seen.has(bookmark)) continue
    seen.add(bookmark)
    const target = bookmarkTarget(pdf, bookmark, pages)
    if (target?.fault) links.push({ ...target, page: null })
    open.push(call._FPDFBookmark_GetNextSibling(document, bookmark))
    open.push(call._FPDFBookmark_GetFirstChild(document, bookmark))
  }
  return { links, count: seen.size }
}

function bookmarkTarget(pdf: Pdfium, bookmark: number, pages: number): Target | null {
  const { call, document } = pdf
  const title = plain(
    pdf.text((buffer, length) => call._FPDFBookmark_GetTitle(bookmark, buffer, length), 'utf16le'),
  )
  const name = `“${title ?? ''}”`
  const action = call._FPDFBookmark_GetAction(bookmark)
  if (action !== 0) return actionTarget(pdf, action, pages, name)
  const place = call._FPDFBookmark_GetDest(document, bookmark)
  // A heading without a place of its own only groups others.
  return place === 0 ? null : destination(pdf, place, pages, name)
}

function actionTarget(pdf: Pdfium, action: number, pages: number, name: string): Target | null {
  const { call, document } = pdf
  const type = call._FPDFAction_GetType(action)
  if (type === actions.goTo) return destination(pdf, call._FPDFAction_GetDest(document, action), pages, name)
  if (type === actions.uri) {
    const uri = pdf.text((buffer, length) => call._FPDFAction_GetURIPath(document, action, buffer, length))
    const fault = addressFault(uri)
    return { target: plain(uri) ?? 'no address', fault, external: fault === null }
  }
  if (type !== actions.remote && type !== actions.launch) return null
  const path = plain(pdf.text((buffer, length) => call._FPDFAction_GetFilePath(action, buffer, length)))
  const fault = 'it leads to another file, which is not part of the document.'
  return { target: path ?? 'another file', fault, external: false }
}

function destination(pdf: Pdfium, place: number, pages: number, name: string): Target {
  const index = place === 0 ? -1 : pdf.call._FPDFDest_GetDestPageIndex(pdf.document, place)
  const exists = index >= 0 && index < pages
  return {
    target: exists ? `page ${index + 1}` : name,
    fault: exists ? null : `${name} leads to a page that does not exist.`,
    external: false,
  }
}

/** The fault in an address, as a sentence; null if it is well formed. */
export function addressFault(uri: string): string | null {
  const shown = plain(uri)
  if (shown === null) return 'it has no address.'
  if (/[\s\p{Cc}]/u.test(uri)) return `the address “${shown}” contains spaces.`
  if (!URL.canParse(uri)) {
    return /^[a-z][a-z\d+.-]*:/i.test(uri)
      ? `the address “${shown}” is not valid.`
      : `the address “${shown}” is not complete: https:// is missing, or it leads to a file beside the document.`
  }
  const { protocol, hostname, pathname } = new URL(uri)
  if (protocol === 'file:') return `the address “${shown}” leads to a file on the author’s computer.`
  if (protocol === 'mailto:' && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(decoded(pathname).split(',')[0]!))
    return `“${shown}” is not an address of mail.`
  if (/^(https?|ftp):$/.test(protocol) && !isHost(hostname)) return `“${shown}” has no valid host name.`
  return null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Two labels, or an address in numbers; no scheme by mistake, as in `http://https://example.com`. */
function isHost(name: string): boolean {
  if (/^\[.*\]$|^\d+(\.\d+){3}$/.test(name)) return true
  return name !== 'localhost' && /^([^.]{1,63}\.)+[^.]{2,63}$/.test(name)
}
