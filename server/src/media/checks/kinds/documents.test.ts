import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { missing } from '../../../../test/helpers/media-tools.ts'
import { makeProcessFolder } from '../../../../test/helpers/process-folder.ts'
import { findingsOf, judgedBy, measured } from '../../../../test/media-corpus/check-kinds.ts'
import { workOn } from '../../../../test/media-corpus/process-still.ts'
import { pdf, pdfFile } from '../../../../test/media-corpus/stills.ts'
import { tiffFile, tiffPage } from '../../../../test/media-corpus/tiffs.ts'
import { typesetPdf } from '../../../generation/documents/typeset.ts'
import { MediaFailure } from '../../processor.ts'
import { builtInProfiles } from '../built-in-profiles.ts'
import type { KindMeasured } from './measured.ts'
import { addressFault } from './pdf-links.ts'
import { checkSpelling, findDictionaries } from './spelling.ts'
import { wordsOf } from './words.ts'

const type = 'application/pdf'
const hasHunspell = missing('hunspell') === false && findDictionaries(['/usr/share/hunspell']).length > 0
const skip = hasHunspell ? false : 'hunspell or its dictionaries are not installed'

function documentOf(numbers: KindMeasured) {
  assert.equal(numbers.kind, 'DOCUMENT')
  return numbers.document
}

async function typeset(markdown: string): Promise<Buffer> {
  const meta = { title: 'Shots', description: '', keywords: [], banner: null, images: [] }
  return Buffer.from(await typesetPdf({ markdown, ...meta }, new AbortController().signal))
}

type Page = { text?: string; annotations?: string[]; box?: string }

/** Pages with text in Helvetica, which is not embedded, and with annotations. `catalog` and `more` are written as they are. */
function written(pages: Page[], catalog = '', more: string[] = []): Buffer {
  const first = 4 + more.length
  const kids = pages.map((_, n) => `${first + n * 2} 0 R`).join(' ')
  return pdfFile([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...more,
    ...pages.flatMap(({ text = '', annotations = [], box = '0 0 595 842' }, n) => {
      const lines = text.split('\n').map((line) => `(${line}) Tj 0 -16 Td`)
      const content = text === '' ? '' : `BT /F1 12 Tf 72 700 Td ${lines.join(' ')} ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Resources << /Font << /F1 3 0 R >> >> /Contents ${first + n * 2 + 1} 0 R /Annots [${annotations.join(' ')}] >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ])
}

const link = (target: string) => `<< /Type /Annot /Subtype /Link /Rect [72 690 200 710] ${target} >>`
const web = (address: string) => link(`/A << /S /URI /URI (${address}) >>`)

describe('fonts', () => {
  test('a font that is not embedded is a finding on its first page', async () => {
    const numbers = await measured(written([{}, { text: 'Hello' }, { text: 'World' }]), type)
    const { outcome, findings } = judgedBy(numbers, 'fonts')
    assert.equal(outcome, 'FOUND')
    assert.deepEqual(
      findings.map(({ page, measured: name, message }) => [page, name, message]),
      [
        [
          2,
          'Helvetica',
          'The font Helvetica is not embedded (first used on page 2): other machines replace it.',
        ],
      ],
    )
  })

  test('a font inside of a form is found, invisible text needs none', async () => {
    const form = 'BT /F1 12 Tf (Inside) Tj ET'
    const hidden = 'BT 3 Tr /F1 12 Tf (Scan) Tj ET'
    const file = (content: string) =>
      pdfFile([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
        '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> /XObject << /X1 6 0 R >> >> /Contents 5 0 R >>',
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
        `<< /Type /XObject /Subtype /Form /BBox [0 0 300 300] /Resources << /Font << /F1 3 0 R >> >> /Length ${form.length} >>\nstream\n${form}\nendstream`,
      ])
    assert.equal(judgedBy(await measured(file('/X1 Do'), type), 'fonts').findings[0]?.measured, 'Times-Roman')
    assert.equal(judgedBy(await measured(file(hidden), type), 'fonts').outcome, 'NOT_APPLICABLE')
  })

  test('a document whose fonts are embedded passes', async () => {
    const numbers = await measured(await typeset('# Shots\n\nOne *two* three.'), type)
    assert.ok(documentOf(numbers).fonts.length > 0)
    assert.equal(judgedBy(numbers, 'fonts').outcome, 'PASSED')
  })

  test('a document without text: not applicable', async () => {
    assert.equal(
      judgedBy(await measured(pdf(['/MediaBox [0 0 595 842]']), type), 'fonts').outcome,
      'NOT_APPLICABLE',
    )
  })
})

describe('page size', () => {
  const sizes = (...boxes: string[]) => measured(pdf(boxes.map((box) => `/MediaBox [0 0 ${box}]`)), type)

  test('sizes have names; a size that is not allowed is a finding on its page', async () => {
    const numbers = await sizes('595 842', '595.276 841.89', '842 595', '612 792')
    const { measured: shown, findings } = judgedBy(numbers, 'pageSize', { sizes: ['A4'], mixed: true })
    assert.equal(shown, 'A4, A4 landscape, Letter')
    assert.deepEqual(
      findings.map(({ page, message }) => [page, message]),
      [[4, 'Page 4 is Letter; allowed: A4.']],
    )
  })

  test('mixed sizes are a finding with the run of pages, unless they are allowed', async () => {
    const numbers = await sizes('595 842', '612 792', '612 792', '595 842')
    const { findings } = judgedBy(numbers, 'pageSize')
    assert.deepEqual(
      findings.map(({ page, message }) => [page, message]),
      [[2, 'Pages 2 to 3 are Letter, although page 1 is A4.']],
    )
    assert.equal(judgedBy(numbers, 'pageSize', { mixed: true }).outcome, 'PASSED')
  })

  test('sizes of one’s own, in millimetres', async () => {
    const numbers = await sizes('595 281')
    assert.equal(judgedBy(numbers, 'pageSize', { sizes: ['210x99mm'] }).outcome, 'PASSED')
    const [finding] = judgedBy(numbers, 'pageSize', { sizes: ['Letter', '100x100mm'] }).findings
    assert.equal(finding!.message, 'Page 1 is 210 × 99 mm; allowed: Letter, 100x100mm.')
  })
})

describe('links', () => {
  test('a page or a name that does not exist, and a malformed address, are findings on their pages', async () => {
    const bytes = written([
      { annotations: [link('/Dest [6 0 R /Fit]'), link('/Dest [7 /Fit]')] },
      {
        annotations: [
          link('/Dest (nowhere)'),
          link('/A << /S /GoTo /D (nowhere) >>'),
          web('htp//example'),
          web('https://exa mple.com'),
          link('/A << /S /Launch /F (prices.xlsx) >>'),
          link('/A << /S /Named /N /NextPage >>'),
        ],
      },
    ])
    const { outcome, findings, measured: count } = judgedBy(await measured(bytes, type), 'links')
    assert.deepEqual([outcome, count], ['FOUND', 6])
    assert.deepEqual(
      findings.map(({ page, message }) => [page, message]),
      [
        [1, 'A link on page 1 is broken: a place in the document leads to a page that does not exist.'],
        [2, 'A link on page 2 is broken: a place in the document leads to a page that does not exist.'],
        [2, 'A link on page 2 is broken: a place in the document leads to a page that does not exist.'],
        [
          2,
          'A link on page 2 is broken: the address “htp//example” is not complete: https:// is missing, or it leads to a file beside the document.',
        ],
        [2, 'A link on page 2 is broken: the address “https://exa mple.com” contains spaces.'],
        [2, 'A link on page 2 is broken: it leads to another file, which is not part of the document.'],
      ],
    )
  })

  test('an external link is listed and never opened: not measured, which is no pass', async () => {
    const bytes = written([
      { annotations: [link('/Dest [4 0 R /Fit]')] },
      { annotations: [web('https://example.com/a')] },
    ])
    const { outcome, reason, findings } = judgedBy(await measured(bytes, type), 'links')
    assert.deepEqual([outcome, findings], ['NOT_MEASURED', []])
    assert.match(
      reason!,
      /1 external link is well formed, but not opened: checks never use the network\. https:\/\/example\.com\/a \(page 2\)$/,
    )
  })

  test('links that all lead to pages pass; without links the rule is not applicable', async () => {
    const bytes = written([{ annotations: [link('/Dest [4 0 R /Fit]')] }])
    assert.equal(judgedBy(await measured(bytes, type), 'links').outcome, 'PASSED')
    assert.equal(judgedBy(await measured(written([{}]), type), 'links').outcome, 'NOT_APPLICABLE')
  })

  test('a bookmark to a missing page is a finding; bookmarks in a circle end', async () => {
    const bytes = written([{}], '/Outlines 4 0 R', [
      '<< /Type /Outlines /First 5 0 R /Last 6 0 R /Count 2 >>',
      '<< /Title (Chapter 1) /Parent 4 0 R /Next 6 0 R /Dest [7 0 R /Fit] >>',
      '<< /Title (Chapter 2) /Parent 4 0 R /Next 5 0 R /Dest [99 0 R /Fit] >>',
    ])
    const { findings } = judgedBy(await measured(bytes, type), 'links')
    assert.deepEqual(
      findings.map(({ page, message }) => [page, message]),
      [[null, 'A bookmark is broken: “Chapter 2” leads to a page that does not exist.']],
    )
  })

  test('the form of addresses', () => {
    for (const good of [
      ...['https://example.com', 'http://192.0.2.1/x?y#z', 'https://müller.de', 'mailto:a@b.co?subject=x'],
      ...['tel:+4930123', 'ftp://files.example.org/a'],
    ]) {
      assert.equal(addressFault(good), null, good)
    }
    for (const bad of [
      ...['', 'www.example.com', 'http://', 'http://https://example.com', 'https://example', 'mailto:nobody'],
      ...['file:///C:/Users/me/x.pdf', 'https://a b.com', 'page2.html', 'http://localhost:3000'],
    ]) {
      assert.match(addressFault(bad) ?? '', /\.$/, bad)
    }
  })
})

describe('spelling', () => {
  const english =
    'The quick brown fox jumps over the lazy dog and runs through the green forest until the evening.\nEvery member of the crew should read these notes before the next day\nof shooting begins and the weather turns.'

  test('unknown words are a finding on their page; names, codes and listed words are not', {
    skip,
  }, async () => {
    const bytes = written([
      { text: english },
      { text: 'We recieve teh shots from Grzegorz in SH010_v2 by a@b.co, and the Dailees.' },
    ])
    const numbers = await measured(bytes, type)
    const { outcome, findings } = judgedBy(numbers, 'spelling', { language: 'en_US' })
    assert.equal(outcome, 'FOUND')
    assert.deepEqual(
      findings.map(({ page, measured: count, message }) => [page, count, message]),
      [[2, 2, 'Page 2 has 2 words that the dictionary of en_US does not know: recieve, teh.']],
    )
    assert.ok(findings[0]!.confidence < 1)
    assert.equal(
      judgedBy(numbers, 'spelling', { language: 'en', words: ['Teh', 'recieve'] }).outcome,
      'PASSED',
    )
    assert.equal(judgedBy(numbers, 'spelling').findings.length, 1)
  })

  test('a language without a dictionary, and a text in another language, are not measured', {
    skip,
  }, async () => {
    const numbers = await measured(written([{ text: english }]), type)
    const { outcome, reason } = judgedBy(numbers, 'spelling', { language: 'xx_YY' })
    assert.equal(outcome, 'NOT_MEASURED')
    assert.match(reason!, /^No dictionary of xx_YY is installed\. .*“hunspell-xx-yy”/)
    const latin =
      'Lorem ipsum dolor sit amet consectetur adipiscing elit sed eiusmod tempor incididunt labore'
    const foreign = judgedBy(await measured(written([{ text: latin }]), type), 'spelling', {
      language: 'en_US',
    })
    assert.equal(foreign.outcome, 'NOT_MEASURED')
    assert.match(foreign.reason!, /another language/)
  })

  test('without hunspell or a dictionary it is not measured, and the reason names the packages', async () => {
    const work = workOn(Buffer.alloc(0), type)
    const words = [{ word: 'hello', page: 1, count: 1 }]
    for (const places of [{ program: undefined }, { folders: [] }]) {
      const answer = await checkSpelling(words, work, places)
      assert.ok('reason' in answer && answer.applicable)
      assert.match(answer.reason, /hunspell-en-us/)
    }
  })

  test('words are taken without numbers, addresses and codes; divided ones are joined', () => {
    assert.deepEqual(
      wordsOf(
        'The colour-\ngrade (v2) was divi\u0002\r\nded over\ntwo lines of www.example.com, don’t “ship” NASA SH010 iPhone it.',
      ),
      ['The', 'colourgrade', 'was', 'divided', 'over', 'two', 'lines', "don't", 'ship'],
    )
  })
})

test('a clean document has no finding in any built-in profile', async () => {
  const text = 'The quick brown fox jumps over the lazy dog. Every member of the crew reads these notes.'
  const numbers = await measured(await typeset(`# Notes\n\n${text}\n\n## Next\n\n${text}`), type)
  for (const { rules } of Object.values(builtInProfiles)) assert.deepEqual(findingsOf(numbers, rules), [])
})

test('the pages of a TIFF are images: rules of text are not applicable', async () => {
  const numbers = await measured(
    tiffFile([tiffPage(40, 30, [200, 0, 0]), tiffPage(40, 30, [0, 200, 0])]),
    'image/tiff',
  )
  for (const rule of ['fonts', 'links', 'spelling'] as const)
    assert.equal(judgedBy(numbers, rule).outcome, 'NOT_APPLICABLE')
  assert.equal(judgedBy(numbers, 'pageSize').outcome, 'NOT_MEASURED')
})

test('an Office document is measured as its pages; its fonts are not', {
  skip: missing('soffice'),
}, async () => {
  const folder = makeProcessFolder('dailies-check-office-')
  const path = join(folder, 'notes.txt')
  writeFileSync(path, 'Notes about the next day of shooting.')
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  const convert = ['--headless', '--convert-to', 'odt', '--outdir', folder, path]
  execFileSync('soffice', [profile, ...convert], { stdio: 'ignore' })
  const bytes = readFileSync(join(folder, 'notes.odt'))
  const numbers = await measured(bytes, 'application/vnd.oasis.opendocument.text')
  assert.deepEqual([documentOf(numbers).origin, documentOf(numbers).pages], ['PRINTED', 1])
  assert.match(judgedBy(numbers, 'fonts').reason!, /printed by this server with its own fonts/)
  assert.equal(judgedBy(numbers, 'pageSize', { sizes: ['A4', 'Letter'] }).outcome, 'PASSED')
})

describe('hostile documents', () => {
  test('a truncated PDF fails with a reason', async () => {
    const whole = await typeset('# Shots\n\nOne two three.')
    await assert.rejects(measured(whole.subarray(0, 200), type), (error) => {
      assert.ok(error instanceof MediaFailure)
      return true
    })
  })

  test('a form that contains itself ends', async () => {
    const loop = '/X1 Do'
    const bytes = pdfFile([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /XObject << /X1 4 0 R >> >> /Contents 5 0 R >>',
      `<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X1 4 0 R >> >> /Length ${loop.length} >>\nstream\n${loop}\nendstream`,
      `<< /Length ${loop.length} >>\nstream\n${loop}\nendstream`,
    ])
    assert.equal(documentOf(await measured(bytes, type)).pages, 1)
  })

  test('a page that declares an enormous size is measured as it is', async () => {
    const numbers = await measured(pdf(['/MediaBox [0 0 1e9 1e9]']), type)
    assert.equal(judgedBy(numbers, 'pageSize', { sizes: ['A4'] }).outcome, 'FOUND')
  })
})
