// Generated images, documents and 3D models of every supported kind: nothing is downloaded or checked in.
import { Document, NodeIO } from '@gltf-transform/core'
import sharp, { type Sharp } from 'sharp'

export type Rgb = readonly [number, number, number]

const red: Rgb = [220, 30, 30]
const green: Rgb = [30, 160, 60]
const blue: Rgb = [45, 80, 140]
const white: Rgb = [240, 240, 240]

/** Top left, top right, bottom left, bottom right. */
export const quadrants = [red, green, blue, white] as const

export type Still = { name: string; mimeType: string; bytes: Buffer; width: number; height: number }

type Raw = { width: number; height: number; data: Buffer }

/** Four colours that show the orientation. */
export function quadrantPixels(width: number, height: number): Raw {
  const line = (left: Rgb, right: Rgb) =>
    Buffer.from(Array.from({ length: width }, (_, x) => (x * 2 >= width ? right : left)).flat())
  const [upper, lower] = [line(red, green), line(blue, white)]
  const data = Buffer.concat(Array.from({ length: height }, (_, y) => (y * 2 >= height ? lower : upper)))
  return { width, height, data }
}

function sharpOf({ data, width, height }: Raw): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** The stored position of a pixel of the upright image, for each value of the EXIF orientation. */
const stored: ((x: number, y: number, w: number, h: number) => [number, number])[] = [
  (x, y) => [x, y],
  (x, y, w) => [w - 1 - x, y],
  (x, y, w, h) => [w - 1 - x, h - 1 - y],
  (x, y, _w, h) => [x, h - 1 - y],
  (x, y) => [y, x],
  (x, y, w) => [y, w - 1 - x],
  (x, y, w, h) => [h - 1 - y, w - 1 - x],
  (x, y, _w, h) => [h - 1 - y, x],
]

async function oriented(orientation: number): Promise<Still> {
  const upright = quadrantPixels(320, 200)
  const turned = orientation > 4
  const [width, height] = turned ? [upright.height, upright.width] : [upright.width, upright.height]
  const data = Buffer.alloc(upright.data.length)
  for (let y = 0; y < upright.height; y++) {
    for (let x = 0; x < upright.width; x++) {
      const [sx, sy] = stored[orientation - 1]!(x, y, upright.width, upright.height)
      upright.data.copy(
        data,
        (sy * width + sx) * 3,
        (y * upright.width + x) * 3,
        (y * upright.width + x) * 3 + 3,
      )
    }
  }
  const bytes = await sharpOf({ width, height, data }).withMetadata({ orientation }).jpeg().toBuffer()
  return { name: `EXIF orientation ${orientation}`, mimeType: 'image/jpeg', bytes, width: 320, height: 200 }
}

/** Each of them shows the four quadrants when decoded correctly. */
export async function images(): Promise<Still[]> {
  const size = { width: 320, height: 200 }
  const plain = () => sharpOf(quadrantPixels(320, 200))
  const made: [string, string, Promise<Buffer>][] = [
    ['PNG', 'image/png', plain().png().toBuffer()],
    ['JPEG', 'image/jpeg', plain().jpeg({ quality: 95 }).toBuffer()],
    ['WebP', 'image/webp', plain().webp({ lossless: true }).toBuffer()],
    ['AVIF', 'image/avif', plain().avif({ quality: 90 }).toBuffer()],
    ['TIFF', 'image/tiff', plain().tiff().toBuffer()],
    ['palette', 'image/png', plain().png({ palette: true }).toBuffer()],
    ['16 bits a channel, PNG', 'image/png', plain().toColourspace('rgb16').png().toBuffer()],
    ['16 bits a channel, TIFF', 'image/tiff', plain().toColourspace('rgb16').tiff().toBuffer()],
    ['CMYK JPEG', 'image/jpeg', plain().toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer()],
    ['CMYK TIFF', 'image/tiff', plain().toColourspace('cmyk').withIccProfile('cmyk').tiff().toBuffer()],
    ['Display P3', 'image/jpeg', plain().withIccProfile('p3').jpeg({ quality: 95 }).toBuffer()],
    ['alpha', 'image/png', plain().ensureAlpha(1).png().toBuffer()],
    ['SVG', 'image/svg+xml', Promise.resolve(svg())],
  ]
  const stills = await Promise.all(
    made.map(async ([name, mimeType, bytes]) => ({ name, mimeType, bytes: await bytes, ...size })),
  )
  const turned = await Promise.all(stored.map((_, i) => oriented(i + 1)))
  const large = sharpOf(quadrantPixels(7_680, 4_320)).jpeg({ quality: 80 }).toBuffer()
  const wide = sharpOf(quadrantPixels(4_000, 80)).png().toBuffer()
  return [
    ...stills,
    ...turned,
    { name: '8K', mimeType: 'image/jpeg', bytes: await large, width: 7_680, height: 4_320 },
    { name: 'very wide', mimeType: 'image/png', bytes: await wide, width: 4_000, height: 80 },
  ]
}

function svg(): Buffer {
  const places = ['0,0', '160,0', '0,100', '160,100'].map((place) => place.split(','))
  const boxes = quadrants.map(
    (color, i) =>
      `<rect x="${places[i]![0]}" y="${places[i]![1]}" width="160" height="100" fill="rgb(${color})"/>`,
  )
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200">${boxes.join('')}
    <script>document.documentElement.remove()</script></svg>`,
  )
}

/** Two frames: the quadrants, then their negative. */
export async function animation(format: 'gif' | 'webp'): Promise<Buffer> {
  const { width, height, data } = quadrantPixels(64, 40)
  const both = Buffer.concat([data, Buffer.from(data.map((value) => 255 - value))])
  const frames = sharp(both, { raw: { width, height: height * 2, channels: 3, pageHeight: height } })
  return frames.toFormat(format, { delay: [100, 100], loop: 0 }).toBuffer()
}

/**
 * A PDF written by hand: each page has these dictionary entries, a red box at the lower left and a blue one
 * at the upper right.
 */
export function pdf(
  pages: string[],
  drawing = '1 0 0 rg 0 0 100 50 re f 0 0 1 rg 100 150 100 50 re f',
): Buffer {
  const kids = pages.map((_, i) => `${4 + i} 0 R`).join(' ')
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    ...pages.map((page) => `<< /Type /Page /Parent 2 0 R /Resources << >> /Contents 3 0 R ${page} >>`),
  ])
}

/** Objects numbered from 1, with a cross-reference table. */
export function pdfFile(objects: (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const places: number[] = []
  let length = parts[0]!.length
  for (const [i, object] of objects.entries()) {
    const whole = Buffer.concat([
      Buffer.from(`${i + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ])
    places.push(length)
    length += whole.length
    parts.push(whole)
  }
  const entries = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`
  const trailer = `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(table + trailer)])
}

/**
 * A box: its front has a red texture, its right side a green colour, its top blue corners; each is its own
 * node.
 */
export async function coloredBox(): Promise<Document> {
  const document = new Document()
  const buffer = document.createBuffer()
  const scene = document.createScene()
  document.getRoot().setDefaultScene(scene)
  const texture = await sharp({ create: { width: 8, height: 8, channels: 3, background: rgb(red) } })
    .png()
    .toBuffer()
  const materials = {
    front: document
      .createMaterial()
      .setBaseColorTexture(document.createTexture().setImage(texture).setMimeType('image/png')),
    side: document.createMaterial().setBaseColorFactor([0, 0.35, 0.04, 1]),
    top: document.createMaterial(),
  }
  const accessor = (
    type: 'VEC2' | 'VEC3' | 'VEC4' | 'SCALAR',
    array: Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>,
  ) => document.createAccessor().setType(type).setArray(array).setBuffer(buffer)
  const square = Float32Array.from([-0.5, -0.5, 0, 0.5, -0.5, 0, 0.5, 0.5, 0, -0.5, 0.5, 0])
  const turns = {
    front: { translation: [0, 0, 0.5], rotation: [0, 0, 0, 1] },
    side: { translation: [0.5, 0, 0], rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] },
    top: { translation: [0, 0.5, 0], rotation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2] },
  } as const
  for (const side of ['front', 'side', 'top'] as const) {
    const primitive = document
      .createPrimitive()
      .setAttribute('POSITION', accessor('VEC3', square))
      .setAttribute('NORMAL', accessor('VEC3', Float32Array.from([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1])))
      .setAttribute('TEXCOORD_0', accessor('VEC2', Float32Array.from([0, 1, 1, 1, 1, 0, 0, 0])))
      .setIndices(accessor('SCALAR', Uint16Array.from([0, 1, 2, 0, 2, 3])))
      .setMaterial(materials[side])
    if (side === 'top') {
      const color = [0.02, 0.05, 0.6, 1]
      primitive.setAttribute(
        'COLOR_0',
        accessor('VEC4', Float32Array.from([color, color, color, color].flat())),
      )
    }
    const { translation, rotation } = turns[side]
    scene.addChild(
      document
        .createNode(side)
        .setMesh(document.createMesh().addPrimitive(primitive))
        .setTranslation([...translation])
        .setRotation([...rotation]),
    )
  }
  return document
}

function rgb([r, g, b]: Rgb) {
  return { r, g, b }
}

export async function glb(document: Document): Promise<Buffer> {
  return Buffer.from(await new NodeIO().writeBinary(document))
}

/** A PDF with one line of text on each page. */
export function pdfOf(lines: string[]): Buffer {
  const kids = lines.map((_, n) => `${4 + 2 * n} 0 R`).join(' ')
  const pages = lines.flatMap((line, n) => {
    const drawing = `BT /F1 20 Tf 20 100 Td (${line}) Tj ET`
    return [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * n} 0 R >>`,
      `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    ]
  })
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${lines.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages,
  ])
}
