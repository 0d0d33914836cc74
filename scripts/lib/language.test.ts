import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { isChecked, languageProblems, problemsOf } from './language.ts'
import { root } from './repository.ts'

const path = 'server/src/core/sample.ts'
const inComment = (text: string) => problemsOf(path, `// ${text}\n`)
const inTestName = (text: string) => problemsOf(path, `test('${text}', async () => {})\n`)

test('this repository follows the rules', () => {
  assert.deepEqual(languageProblems(root), [])
})

test('a comment without a subject is reported', () => {
  for (const text of [
    'What is read has nothing to report.',
    'Who lets so much pile up does not read any more.',
    'One that has nothing to wait for answers at once.',
    'Of two concurrent uses, one succeeds.',
    'Nobody reads this answer.',
    'Somebody else changed it first.',
  ]) {
    assert.deepEqual(inComment(text), [
      `${path}:1: name the subject of the comment “${text.length > 51 ? `${text.slice(0, 50)}…` : text.slice(0, -1)}”`,
    ])
  }
})

test('a later sentence of a comment is checked as well', () => {
  assert.equal(inComment('Uses the link up. Of two uses, one succeeds.').length, 1)
  assert.equal(inComment('Closes the stream: nobody reads it.').length, 0)
})

test('a question may open with What or Who', () => {
  assert.deepEqual(inComment('What does the caller see?'), [])
  assert.deepEqual(inComment('Asks the database. Who is signed in? Only the cookie says.'), [])
})

test('every form of comment is found, and reported at its first line', () => {
  const odd = 'What follows is odd.'
  const lines = [
    `const a = 1 // ${odd}`,
    `/** ${odd} */`,
    '/**',
    ` * ${odd}`,
    ' * It goes on.',
    ' */',
    `<p>{/* ${odd} */}</p>`,
    'const url = `http://host/What` // The address.',
    '// A comment of',
    '// what follows.',
  ]
  const places = problemsOf(path, lines.join('\n')).map((problem) => problem.split(':')[1])
  assert.deepEqual(places, ['1', '2', '3', '7'])
})

test('a test name without a subject is reported, also after a status', () => {
  assert.equal(inTestName('what only looks like a token is refused').length, 1)
  assert.equal(inTestName('403, 404: who may is decided each time').length, 1)
  assert.equal(problemsOf(path, "\ntest(\n  'nobody is added',\n  run)")[0]?.split(':')[1], '2')
  assert.deepEqual(inTestName('401: a malformed token'), [])
  assert.deepEqual(problemsOf(path, "if (/a/.test('what is matched')) return"), [])
})

test('a replaced word is reported with the word to use instead', () => {
  assert.deepEqual(inComment('A small picture of the file.'), [
    `${path}:1: instead of “picture” write image, or frame of a video`,
  ])
  assert.equal(inComment('Told when it was visible.').length, 1)
  assert.equal(inTestName('a stream waits for a free room').length, 1)
  assert.equal(problemsOf(path, '  const told = await read()').length, 1)
  assert.deepEqual(problemsOf(path, 'const toldApart = true'), [])
  assert.equal(problemsOf('docs/guides/files.md', 'Open a file.\n\nThe picture is on the left.\n').length, 1)
})

test('words in code, quotes and link targets, and words with another meaning, are accepted', () => {
  for (const text of [
    'Opens the review room.',
    'The step `pictures` is stored; the page is called "room".',
    'Line endings do not count.',
    'A message, but for example not a warning.',
  ])
    assert.deepEqual(inComment(text), [])
  assert.deepEqual(problemsOf('README.md', '![The review room](docs/room.webp)\n```\n# a picture\n```\n'), [])
  assert.deepEqual(problemsOf('web/src/room/stage.tsx', '// Keys of the room.'), [])
})

test('code and documents are checked; generated files, decisions and the changelog are not', () => {
  for (const each of [path, 'web/src/ui/base.css', 'scripts/run.mjs', 'README.md', 'docs/guides/files.md'])
    assert.equal(isChecked(each), true, each)
  for (const each of [
    'sdk/src/generated/events.ts',
    'docs/decisions/0001.md',
    'CHANGELOG.md',
    'package.json',
  ])
    assert.equal(isChecked(each), false, each)
})

test('files that git does not track yet are checked, ignored files are not', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-language-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  execFileSync('git', ['init', '-q', folder])
  writeFileSync(join(folder, '.gitignore'), 'ignored.ts\n')
  for (const name of ['new.ts', 'ignored.ts']) writeFileSync(join(folder, name), '// Who knows it.\n')
  assert.deepEqual(languageProblems(folder), ['new.ts:1: name the subject of the comment “Who knows it”'])
})
