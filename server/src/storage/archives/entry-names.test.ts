import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createNamer, safeName, withExtension } from './entry-names.ts'

test('a name cannot leave its folder, name a device or hide', () => {
  const names = {
    '../../etc/passwd': '__.._etc_passwd',
    '..': '_',
    '.': '_',
    '': '_',
    '   ': '_',
    'C:\\Windows\\x.dll': 'C__Windows_x.dll',
    '/abs.mov': '_abs.mov',
    '.htaccess': '_htaccess',
    CON: '_CON',
    'con.mov': '_con.mov',
    'Lpt1 .txt': '_Lpt1 .txt',
    'COM¹': '_COM¹',
    'console.mov': 'console.mov',
    'a?b*c|d"e<f>g.mov': 'a_b_c_d_e_f_g.mov',
    'trailing. . ': 'trailing',
    'line\nbreak\u0000.mov': 'line_break_.mov',
    '\u202evom.exe': '_vom.exe',
  }
  for (const [name, safe] of Object.entries(names)) assert.equal(safeName(name), safe, JSON.stringify(name))
})

test('letters of all scripts and emoji stay', () => {
  for (const name of ['Übergröße.mov', '第一集.mov', 'صورة.png', 'Δοκιμή', '👩‍🎤 take 2.wav', 'फ़िल्म.mp4'])
    assert.equal(safeName(name), name.normalize('NFC'))
})

test('a long name is cut to 255 bytes and keeps its extension', () => {
  assert.equal(safeName(`${'ä'.repeat(200)}.mov`), `${'ä'.repeat(125)}.mov`)
  const nameEntry = createNamer()
  const first = nameEntry('', `${'x'.repeat(300)}.mov`)
  const second = nameEntry('', `${'x'.repeat(300)}.mov`)
  assert.equal(Buffer.byteLength(second), 255)
  assert.ok(second.endsWith(' (2).mov'))
  assert.notEqual(first, second)
})

test('names that some system does not distinguish get numbers', () => {
  const nameEntry = createNamer()
  const given = [
    'Cut.mov',
    'cut.MOV',
    'CUT.mov',
    'Stra\u00dfe',
    'STRASSE',
    'e\u0301',
    '\u00e9',
    'Cut (2).mov',
  ]
  assert.deepEqual(
    given.map((name) => nameEntry('', name)),
    [
      'Cut.mov',
      'cut (2).MOV',
      'CUT (3).mov',
      'Stra\u00dfe',
      'STRASSE (2)',
      '\u00e9',
      '\u00e9 (2)',
      'Cut (2) (2).mov',
    ],
  )
  assert.equal(nameEntry('Shots/', 'Cut.mov'), 'Shots/Cut.mov')
})

test('10,000 files with one name take less than a second', () => {
  const nameEntry = createNamer()
  const start = performance.now()
  for (let i = 0; i < 10_000; i++) nameEntry('', 'a.mov')
  assert.equal(nameEntry('', 'a.mov'), 'a (10001).mov')
  assert.ok(performance.now() - start < 1_000)
})

test('any names: safe, and unique on systems that ignore case', () => {
  const anyName = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom('a', 'A', 'a.b', 'nul', '..', 'ß', 'SS', ' ', 'a/b', 'a\\b'),
  )
  fc.assert(
    fc.property(fc.array(anyName, { maxLength: 20 }), (names) => {
      const nameEntry = createNamer()
      const made = names.map((name) => nameEntry('', name))
      for (const name of made) {
        assert.ok(!/[/\\:\p{Cc}]/u.test(name) && !/^\.|[\s.]$/u.test(name), name)
        assert.ok(name.length > 0 && Buffer.byteLength(name) <= 255, name)
      }
      assert.equal(new Set(made.map((name) => name.toLowerCase())).size, made.length)
      assert.equal(new Set(made.map((name) => name.toUpperCase())).size, made.length)
    }),
  )
})

test('the extension of a proxy replaces that of the original', () => {
  assert.equal(withExtension('take 1.mov', '.mp4'), 'take 1.mp4')
  assert.equal(withExtension('take 1', '.mp4'), 'take 1.mp4')
  assert.equal(withExtension('a. long sentence with a dot', '.mp4'), 'a. long sentence with a dot.mp4')
})
