import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missing, pdfInfo, pdfText } from '../../../test/helpers/media-tools.ts'
import {
  draftRequest,
  languages,
  makeDraft,
  oddPrompt,
  reference,
  solidImage,
} from '../../../test/worlds/drafts.ts'
import { documentTree } from '../documents/document-tree.ts'

const skip = missing('pdftotext')

for (const [language, prompt] of Object.entries(languages)) {
  test(`a PDF shows a prompt in ${language}`, { skip }, async () => {
    const { extension, bytes } = await makeDraft(draftRequest('pdf', { prompt }))
    assert.equal(extension, 'pdf')
    const text = pdfText(bytes)
    assert.ok(text.includes(prompt), text)
    assert.match(text, /DRAFT\. This is a draft .* Set TEXT_MODEL to have a language model write it\./)
  })
}

test('a PDF names its references and shows their images and texts', { skip }, async () => {
  const references = [
    reference('FX1', 'sea.png', 'image/png', await solidImage('#08f')),
    reference('FX2', 'notes.txt', 'text/plain', Buffer.from('Bring #let rope = 1')),
    reference('GA3', 'cut.mp4', 'video/mp4', Buffer.from('no video')),
  ]
  const { bytes } = await makeDraft(draftRequest('pdf', { prompt: 'Like <#FX1>', references }))
  const text = pdfText(bytes)
  for (const words of ['Like “sea.png”', 'notes.txt (text/plain', 'Bring #let rope = 1', 'cut.mp4']) {
    assert.ok(text.includes(words), `${words} in ${text}`)
  }
  assert.ok(bytes.includes('/Subtype/Image') || bytes.includes('/Subtype /Image'))
  assert.match(pdfInfo(bytes), /Keywords: +draft, Dailies local draft/)
})

test('a prompt with unusual characters gives a PDF', { skip }, async () => {
  const { bytes } = await makeDraft(draftRequest('pdf', { prompt: oddPrompt }))
  assert.match(pdfText(bytes), /#panic\("x"\) <b>&amp;<\/b> \$x\^2\$ ``` --- x # h \]\]>/)
})

test('a Markdown draft says that it is a draft, and renders the prompt as written', async () => {
  for (const prompt of [
    ...Object.values(languages),
    oddPrompt,
    '- a\n1. b\n\n    c\n> d\n| e |\n***\n---\n=',
  ]) {
    const { extension, bytes } = await makeDraft(draftRequest('markdown', { prompt }))
    assert.equal(extension, 'md')
    const markdown = bytes.toString('utf8')
    assert.match(markdown, /^---\ndraft: true\ngenerator: "Dailies local draft"\n/)
    const shown = paragraphsAfter(markdown, 'Prompt')
    assert.equal(shown, prompt.toWellFormed().replaceAll('\u0000', '\ufffd').replaceAll(/\s+/g, ' ').trim())
  }
})

/** The text under a heading, as a reader of Markdown sees it. */
function paragraphsAfter(markdown: string, heading: string): string {
  const tree = documentTree(markdown.replace(/^---\n.*?\n---\n/s, ''))
  const words = (node: { children?: unknown[]; text?: unknown; type: string }): string => {
    if (node.type === 'break') return ' '
    return typeof node.text === 'string'
      ? node.text
      : (node.children ?? []).map((child) => words(child as never)).join('')
  }
  const from = tree.findIndex((node) => node.type === 'heading' && words(node) === heading)
  const paragraphs = tree.slice(from + 1)
  assert.ok(paragraphs.every(({ type }) => type === 'paragraph'))
  return paragraphs.map(words).join(' ').replaceAll(/\s+/g, ' ').trim()
}
