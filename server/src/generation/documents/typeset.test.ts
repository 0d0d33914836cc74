import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { missing, pdfInfo, pdfText } from '../../../test/helpers/media-tools.ts'
import { type Document, typesetPdf } from './typeset.ts'

const skip = missing('pdftotext')
const { signal } = new AbortController()

async function typeset(markdown: string, more: Partial<Document> = {}): Promise<Buffer> {
  const words = { title: 'Untitled', description: 'a test', keywords: ['test'] }
  return Buffer.from(await typesetPdf({ markdown, ...words, banner: null, images: [], ...more }, signal))
}

test('a document with every kind of block has a title and page numbers', { skip }, async () => {
  const pdf = await typeset(
    [
      '# The *title*',
      'Words, **bold**, ~~gone~~, `code`. A [link](https://example.com/a) and a note[^1].',
      '- one\n- [x] two\n  1. three',
      '> quoted\n> words',
      '| a | b |\n|---|--:|\n| c |\n',
      '```js\nconst x = 1\n```',
      '![a cat](https://example.com/cat.png)',
      '---\n\n[^1]: The note.',
    ].join('\n\n'),
  )
  const text = pdfText(pdf)
  for (const words of [
    'The title',
    // With a font of coloured emoji installed, the mark is read before its line.
    '☑',
    'quoted words',
    'const x = 1',
    'picture: a cat',
    '[1] The note.',
    '1/1',
  ]) {
    assert.ok(text.includes(words), `${words} in ${text}`)
  }
  assert.match(pdfInfo(pdf), /Title: +The title\n/)
})

test('Typst, HTML and LaTeX in a document are plain text', { skip }, async () => {
  const hostile = [
    '#panic("no")',
    '#read("/etc/passwd")',
    '#image("/etc/passwd")',
    '#[*strong*]',
    '$ x^2 $',
    '= Heading',
    '"] #let a = 1 [',
    '#{ while true {} }',
    '<script>alert(1)</script>',
    '\\input{/etc/passwd}',
    '@ref',
    '</b>',
  ]
  const pdf = await typeset(hostile.map((line) => `a ${line}`).join('\n\n'))
  const text = pdfText(pdf).replaceAll('*', '')
  for (const line of hostile) assert.ok(text.includes(line.replaceAll('*', '')), line)
})

test('Typst in code, headings, tables, links, titles and banners is plain text', { skip }, async () => {
  const evil = '#panic[x]'
  const markdown = `# ${evil}\n\n\`${evil}\`\n\n| ${evil} |\n|---|\n| ${evil} |\n\n[${evil}](https://x.example/${evil})\n\n\`\`\`\n${evil}\n\`\`\``
  const pdf = await typeset(markdown, { banner: evil, description: evil, keywords: [evil] })
  assert.equal(pdfText(pdf).split(evil).length - 1, 8)
})

test('only http, https and mailto links can be followed', { skip }, async () => {
  const links = [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    '//x.example',
    'https://good.example/',
  ]
  const pdf = await typeset(links.map((url) => `[here](<${url}>)`).join('\n\n'))
  const targets = [...pdf.toString('latin1').matchAll(/\/URI ?\(([^)]*)\)/g)].map(([, url]) => url)
  assert.deepEqual(targets, ['https://good.example/'])
})

test('Latin, Chinese, Japanese, Korean and emoji are rendered', { skip }, async () => {
  for (const words of ['Crème brûlée', '海边的灯塔', '灯台と猫', '바닷가의 등대', 'x 😀 ok']) {
    assert.ok(pdfText(await typeset(words)).includes(words), words)
  }
})

test('characters without a font, control characters and deep nesting still give a PDF', {
  skip,
}, async () => {
  const odd = '\u{10ffff} \u0001 ก \u202e \ud800'
  const pdf = await typeset(
    `${odd}\n\nend\n\n${'> '.repeat(200)}deep\n\n${'- '.repeat(100)}item\n\n1234567890. x`,
  )
  assert.match(pdfText(pdf), /end.*deep.*item/)
})

test('an attached image is shown; one that does not decode is named', { skip }, async () => {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#08f' } })
    .png()
    .toBuffer()
  const images = [
    { name: 'attachment:1', bytes },
    { name: 'attachment:2', bytes: Buffer.from('no image') },
  ]
  const pdf = await typeset('![good](attachment:1) ![bad](attachment:2)', { images })
  assert.match(pdfText(pdf), /^picture: bad /)
  assert.ok(pdf.includes('/Subtype /Image') || pdf.includes('/Subtype/Image'))
})

test('an abort stops typesetting', async () => {
  const aborting = AbortSignal.timeout(30)
  const running = typesetPdf(
    { markdown: 'x '.repeat(200_000), title: '', description: '', keywords: [], banner: null, images: [] },
    aborting,
  )
  await assert.rejects(running, { name: 'TimeoutError' })
})
