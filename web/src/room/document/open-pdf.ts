// pdf.js, with all of its files from our own origin. The content security policy of the page does not apply to its
// worker, which may use WebAssembly for the images in a document; the page itself may not.
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist'
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = worker

/** Files that pdf.js loads by name: character maps, fonts that documents do not embed, decoders. */
const parts: Record<string, string> = import.meta.glob(
  [
    '../../../../node_modules/pdfjs-dist/cmaps/*.bcmap',
    '../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '../../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm',
  ],
  { query: '?url', import: 'default', eager: true },
)
const urls = new Map(Object.entries(parts).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]))

class PartFetcher {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const url = urls.get(filename)
    if (!url) throw new Error(`${filename} is no part of pdf.js`)
    return new Uint8Array(await (await fetch(url)).arrayBuffer())
  }
}

export function openPdf(url: string): Promise<PDFDocumentProxy> {
  return getDocument({ url, BinaryDataFactory: PartFetcher, useWorkerFetch: false, enableXfa: false }).promise
}
