import type { Draft } from './draft.ts'
import type { ShownReference } from './reference-bytes.ts'
import { drawSlate, shownOnSlate } from './slate.ts'

export const imageSize = { width: 1536, height: 1024 }

export async function draftImage(
  draft: Draft,
  references: readonly ShownReference[],
  signal: AbortSignal,
): Promise<Uint8Array> {
  const shown = shownOnSlate(references)
  const slate = { ...imageSize, draft, references: shown, foot: 0, digitHeight: null, xmp: xmp(draft) }
  const { png } = await drawSlate(slate, signal)
  return png
}

/** XMP, because EXIF cannot store Chinese. */
function xmp({ generator, notice, prompt }: Draft): string {
  const inEveryLanguage = (words: string) =>
    `<rdf:Alt><rdf:li xml:lang="x-default">${inXml(words)}</rdf:li></rdf:Alt>`
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<xmp:CreatorTool>${inXml(generator)}</xmp:CreatorTool>
<dc:title>${inEveryLanguage(`DRAFT. ${notice}`)}</dc:title>
<dc:description>${inEveryLanguage(prompt)}</dc:description>
</rdf:Description></rdf:RDF></x:xmpmeta>`
}

function inXml(words: string): string {
  // XML cannot represent other control characters.
  const printable = words.replaceAll(/\p{Cc}/gu, ' ')
  return printable.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
