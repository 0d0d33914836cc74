// Formats that need a program of the system, and TIFFs with several pages.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { missing } from '../../test/helpers/media-tools.ts'
import { pixels, process as run, workOn } from '../../test/media-corpus/process-still.ts'
import { dngFile, tiffFile, tiffPage } from '../../test/media-corpus/tiffs.ts'
import { startWorkshop } from '../../test/media-corpus/workshop.ts'
import { useSandbox } from '../sandbox/sandbox.ts'
import type { Layer } from '../sandbox/view.ts'
import { readTiffPages } from './document/tiff-pages.ts'
import { createFindProcessor } from './processors.ts'

const { folder } = startWorkshop()
const find = createFindProcessor({ ffmpeg: undefined, ffprobe: undefined })
const skipHeif = missing('heif-enc') || missing('ffmpeg')
const skipRaw = missing('dcraw_emu') || missing('ffmpeg')
const skipOffice = missing('soffice') || missing('ffmpeg')
const skip = missing('ffmpeg')

async function processed(bytes: Buffer, mimeType: string) {
  return run((await find(mimeType))!, bytes, mimeType)
}

async function failure(bytes: Buffer, mimeType: string) {
  const processor = (await find(mimeType))!
  const error = await processor.probe(workOn(bytes, mimeType)).then(
    () => undefined,
    (reason) => reason,
  )
  return { code: error?.code, message: error?.message ?? '', retryable: error?.retryable }
}

const isNear = (found: readonly number[], expected: readonly number[], by = 40) =>
  found.every((value, channel) => Math.abs(value - expected[channel]!) < by)

/** The left half is red, the right half blue. */
async function halves(width: number, height: number): Promise<string> {
  const path = join(folder, 'halves.png')
  const half = (colour: string) => ({
    create: { width: width / 2, height, channels: 3 as const, background: colour },
  })
  const right = await sharp(half('#0000ff')).png().toBuffer()
  await sharp({ create: { ...half('#ff0000').create, width } })
    .composite([{ input: right, left: width / 2, top: 0 }])
    .png()
    .toFile(path)
  return path
}

test('a HEIC image, and the first of several images in one HEIC', { skip: skipHeif }, async () => {
  const image = await halves(640, 360)
  for (const inputs of [[image], [image, image]]) {
    const path = join(folder, 'image.heic')
    execFileSync('heif-enc', [...inputs, '-o', path], { stdio: 'ignore' })
    const { info, path: made } = await processed(readFileSync(path), 'image/heic')
    assert.deepEqual(
      [info.kind, info.width, info.height, info.technical?.container],
      ['IMAGE', 640, 360, 'HEIF'],
    )
    const { at } = pixels(made('preview.webp'))
    assert.ok(isNear(at(0.2, 0.5), [255, 0, 0]) && isNear(at(0.8, 0.5), [0, 0, 255]), String(at(0.2, 0.5)))
  }
  const broken = await failure(readFileSync(join(folder, 'image.heic')).subarray(0, 900), 'image/heic')
  assert.deepEqual([broken.code, broken.retryable], ['unreadable', false])
})

test('a raw file of a camera is developed in its colours', { skip: skipRaw }, async () => {
  const { info, path } = await processed(dngFile(256, 160, [220, 60, 60]), 'image/x-adobe-dng')
  assert.deepEqual([info.kind, info.width, info.height], ['IMAGE', 256, 160])
  const [red, green, blue] = pixels(path('preview.webp')).at(0.5, 0.5)
  assert.ok(red > green + 40 && red > blue + 40, `${red} ${green} ${blue}`)
  const { code } = await failure(dngFile(64, 64, [1, 1, 1]).subarray(0, 5000), 'image/x-canon-cr3')
  assert.equal(code, 'unreadable')
})

test('a TIFF with several pages is a document; smaller copies are no pages', { skip }, async () => {
  const pages = [
    tiffPage(200, 100, [255, 0, 0]),
    tiffPage(40, 20, [9, 9, 9], true),
    tiffPage(100, 300, [0, 255, 0]),
    tiffPage(120, 120, [0, 0, 255]),
  ]
  const { info, path, derivatives } = await processed(tiffFile(pages), 'image/tiff')
  assert.deepEqual([info.kind, info.pages, info.width, info.height], ['DOCUMENT', 3, 200, 100])
  const names = derivatives.map(({ name }) => name)
  assert.deepEqual(names, ['thumbnail.webp', 'pages/1.webp', 'pages/2.webp', 'pages/3.webp', 'pages.json'])
  const manifest = JSON.parse(readFileSync(path('pages.json'), 'utf8'))
  assert.deepEqual(manifest.pages[1], { number: 2, width: 100, height: 300, image: 'pages/2.webp' })
  for (const [n, colour] of [
    [1, [255, 0, 0]],
    [2, [0, 255, 0]],
    [3, [0, 0, 255]],
  ] as const)
    assert.ok(isNear(pixels(path(`pages/${n}.webp`)).at(0.5, 0.5), colour))
  const single = await processed(tiffFile(pages.slice(0, 2)), 'image/tiff')
  assert.deepEqual([single.info.kind, single.info.pages], ['IMAGE', null])
  assert.ok(single.path('preview.webp'))
})

test('directories that form a loop or are beyond the end count once', async () => {
  const bytes = tiffFile([tiffPage(20, 20, [255, 0, 0]), tiffPage(20, 20, [0, 255, 0])])
  const path = join(folder, 'odd.tiff')
  const pagesOf = async (content: Buffer) => {
    writeFileSync(path, content)
    return readTiffPages(path)
  }
  assert.deepEqual(await pagesOf(bytes), [0, 1])
  const first = bytes.readUInt32LE(4)
  const link = first + 2 + bytes.readUInt16LE(first) * 12
  for (const next of [first, 0x7fff_ffff, 0]) {
    bytes.writeUInt32LE(next, link)
    assert.deepEqual(await pagesOf(bytes), [0])
  }
  assert.deepEqual(await pagesOf(Buffer.from('II*')), [0])
})

const office = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

/** A document made by LibreOffice from another. */
function convert(name: string, content: string, to: string): Buffer {
  const path = join(folder, name)
  writeFileSync(path, content)
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  execFileSync('soffice', [profile, '--headless', '--convert-to', to, '--outdir', folder, path], {
    stdio: 'ignore',
  })
  return readFileSync(path.replace(/\.\w+$/, `.${to}`))
}

const namespaces = [
  'office',
  'style',
  'text',
  ['draw', 'drawing'],
  ['svg', 'svg-compatible'],
  ['fo', 'xsl-fo-compatible'],
]
  .map((name) => (typeof name === 'string' ? [name, name] : name))
  .map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ')

/** An OpenDocument file as one XML. */
function flat(kind: 'text' | 'presentation', body: string): string {
  const style =
    '<style:style style:name="next" style:family="paragraph"><style:paragraph-properties fo:break-before="page"/></style:style>'
  return `<?xml version="1.0" encoding="UTF-8"?><office:document ${namespaces} office:version="1.2" office:mimetype="${openDocument}.${kind}"><office:automatic-styles>${style}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`
}

const script = flat('text', '<text:p>Scene one</text:p><text:p text:style-name="next">Scene two</text:p>')
const slides = flat(
  'presentation',
  ['One', 'Two']
    .map(
      (words) =>
        `<draw:page draw:name="${words}"><draw:frame svg:width="10cm" svg:height="3cm" svg:x="2cm" svg:y="2cm"><draw:text-box><text:p>${words}</text:p></draw:text-box></draw:frame></draw:page>`,
    )
    .join(''),
)

test('Word, Excel, PowerPoint and OpenDocument files are pages', {
  skip: skipOffice,
  timeout: 300_000,
}, async () => {
  const files: [Buffer, string, number][] = [
    [convert('a.fodt', script, 'docx'), `${office}.wordprocessingml.document`, 2],
    [convert('b.fodt', script, 'odt'), `${openDocument}.text`, 2],
    [convert('c.csv', 'a,b\n1,2\n', 'xlsx'), `${office}.spreadsheetml.sheet`, 1],
    [convert('d.csv', 'a,b\n1,2\n', 'ods'), `${openDocument}.spreadsheet`, 1],
    [convert('e.fodp', slides, 'pptx'), `${office}.presentationml.presentation`, 2],
    [convert('f.fodp', slides, 'odp'), `${openDocument}.presentation`, 2],
  ]
  for (const [bytes, mimeType, pages] of files) {
    const { info, path } = await processed(bytes, mimeType)
    assert.deepEqual([info.kind, info.pages], ['DOCUMENT', pages], mimeType)
    const { at } = pixels(path('pages/1.webp'))
    const places = Array.from({ length: 200 * 200 }, (_, n) => at((n % 200) / 200, Math.floor(n / 200) / 200))
    assert.ok(
      places.some(([light]) => light < 140),
      `${mimeType}: the page has text`,
    )
  }
})

test('LibreOffice runs under each layer of the sandbox alone', {
  skip: skipOffice,
  timeout: 300_000,
}, async () => {
  const bytes = convert('layers.fodt', script, 'docx')
  after(() => useSandbox('auto', folder))
  for (const layers of [['namespaces'], ['kernel-rules']] as Layer[][]) {
    useSandbox('auto', folder, layers)
    const { info } = await processed(bytes, `${office}.wordprocessingml.document`)
    assert.equal(info.pages, 2, layers.join())
  }
})

test('a broken Office document fails with a message, at once', { skip: skipOffice }, async () => {
  const { code, message } = await failure(
    Buffer.from('PK\x03\x04 broken'),
    `${office}.wordprocessingml.document`,
  )
  assert.equal(code, 'unreadable')
  assert.match(message, /Export it as PDF/)
})

test('without the program: a message that names the package, and a retry that may help', async () => {
  const path = process.env.PATH
  process.env.PATH = folder
  try {
    for (const [mimeType, name] of [
      ['image/heic', 'libheif-examples'],
      ['image/x-nikon-nef', 'libraw-bin'],
      [`${openDocument}.text`, 'libreoffice-writer-nogui'],
    ] as const) {
      const { code, message, retryable } = await failure(Buffer.from('x'), mimeType)
      assert.deepEqual([code, retryable], ['tool_missing', true])
      assert.ok(message.includes(name), message)
    }
  } finally {
    process.env.PATH = path
  }
})

test('FBX and USDZ: a message that names the formats that are shown', async () => {
  for (const [mimeType, name] of [
    ['application/vnd.autodesk.fbx', 'FBX'],
    ['model/vnd.usdz+zip', 'USDZ'],
  ] as const) {
    const processor = (await find(mimeType))!
    const work = workOn(Buffer.from('x'), mimeType)
    const info = await processor.probe(work)
    await assert.rejects(processor.steps(info)[0]!.make(work, info), {
      code: 'unsupported',
      message: `${name} models are not shown here. Export the model as GLB, glTF, OBJ or STL; this file can be downloaded.`,
    })
  }
})
