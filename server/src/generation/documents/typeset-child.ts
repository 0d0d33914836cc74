import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type * as Typst from '@myriaddreamin/typst-ts-node-compiler'
import sharp from 'sharp'
import { answerParent } from '../../sandbox/answer-parent.ts'
import { fontFiles, languageOf } from '../fonts.ts'
import { documentTree, titleOf } from './document-tree.ts'
import type { Document, DocumentImage, TypesetInput } from './typeset.ts'

answerParent(typeset)

/**
 * Typst's root: a folder that does not have to exist, since the template and the images are passed in memory.
 */
const workspace = '/dailies-document'

async function typeset({ content, template, fonts, typst }: TypesetInput): Promise<Uint8Array> {
  const { NodeCompiler } = createRequire(import.meta.url)(typst) as typeof Typst
  const fontBlobs = fontFiles(fonts).map((file) => readFileSync(file))
  const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs }] })
  const values =
    'document' in content
      ? documentValues(content.document, await addImages(compiler, content.document.images))
      : { ...content.values, images: mapImages(compiler, content.images ?? []) }
  const families = fonts.map(({ family }) => family)
  const inputs = { document: JSON.stringify({ ...values, fonts: families }, wellFormed) }
  const compiled = compiler.compile({ mainFileContent: template, inputs })
  if (!compiled.result) throw new Error(JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics))
  return compiler.pdf(compiled.result)
}

/** Typst rejects text with half a surrogate pair. */
function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}

function documentValues(document: Document, images: Record<string, string>) {
  const { markdown, description, keywords, banner } = document
  const tree = documentTree(markdown)
  const title = titleOf(tree) ?? document.title
  return { tree, title, description, keywords, banner, images, lang: languageOf(markdown) }
}

/** Decodes images with sharp and passes them on as JPEG, so that Typst never parses bytes from a stranger. */
async function addImages(compiler: Typst.NodeCompiler, images: readonly DocumentImage[]) {
  const paths: Record<string, string> = {}
  for (const [index, { name, bytes }] of images.entries()) {
    const jpeg = await decoded(bytes)
    if (!jpeg) continue
    const path = `/picture-${index}.jpg`
    compiler.mapShadow(join(workspace, path), jpeg)
    paths[name] = path
  }
  return paths
}

/** Only for images that this server has encoded. */
function mapImages(compiler: Typst.NodeCompiler, images: readonly DocumentImage[]) {
  return Object.fromEntries(
    images.map(({ name, bytes }, index) => {
      const path = `/still-${index}.jpg`
      compiler.mapShadow(join(workspace, path), Buffer.from(bytes))
      return [name, path]
    }),
  )
}

/** Returns null for an image that does not decode; the document then shows its name instead. */
async function decoded(bytes: Uint8Array): Promise<Buffer | null> {
  const image = sharp(bytes, { limitInputPixels: 100_000_000 }).rotate()
  const small = image.resize(1600, 1600, { fit: 'inside', withoutEnlargement: true })
  return small
    .flatten({ background: '#fff' })
    .jpeg({ quality: 85 })
    .toBuffer()
    .catch(() => null)
}
