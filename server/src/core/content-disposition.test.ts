import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { contentDisposition, mayBeShown } from './content-disposition.ts'

const headers: [name: string, expected: string][] = [
  ['shot.mov', 'filename="shot.mov"'],
  ['two words (1).mov', 'filename="two words (1).mov"'],
  ['Präsentation.pdf', `filename="Prasentation.pdf"; filename*=UTF-8''Pr%C3%A4sentation.pdf`],
  ['日本.mp4', `filename="__.mp4"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.mp4`],
  ['a"b.txt', `filename="a_b.txt"; filename*=UTF-8''a%22b.txt`],
  ['100%.txt', `filename="100_.txt"; filename*=UTF-8''100%25.txt`],
  ["it's é*.txt", `filename="it's e*.txt"; filename*=UTF-8''it%27s%20%C3%A9%2A.txt`],
  ['../../etc/passwd', 'filename=".._.._etc_passwd"'],
  ['a\\b', 'filename="a_b"'],
  ['line\r\nX-Evil: 1', 'filename="line__X-Evil: 1"'],
  ['\u202egpj.exe', `filename="_gpj.exe"; filename*=UTF-8''%E2%80%AEgpj.exe`],
  ['half \ud83d', `filename="half _"; filename*=UTF-8''half%20%EF%BF%BD`],
  ['', 'filename="file"'],
]

for (const [name, expected] of headers) {
  test(JSON.stringify(name), () => {
    assert.equal(contentDisposition(name, false), `attachment; ${expected}`)
    assert.equal(contentDisposition(name, true), `inline; ${expected}`)
  })
}

test('any name results in one well-formed header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      assert.match(
        contentDisposition(name, false),
        /^attachment; filename="[ !#-[\]-~]+"(; filename\*=UTF-8''([\w.!~-]|%[0-9A-F]{2})+)?$/,
      )
    }),
  )
})

const types: [type: string, shown: boolean][] = [
  ['image/png', true],
  ['image/avif', true],
  ['video/mp4', true],
  ['audio/x-wav', true],
  ['application/pdf', false],
  ['image/svg+xml', false],
  ['IMAGE/SVG+XML', false],
  ['text/html', false],
  ['text/plain', false],
  ['application/xhtml+xml', false],
  ['application/octet-stream', false],
  ['image/png, text/html', false],
  ['image/', false],
  ['', false],
]

for (const [type, shown] of types) {
  test(`${type} is ${shown ? 'shown' : 'saved'}`, () => assert.equal(mayBeShown(type), shown))
}
