// Checks the language of comments, test names, variables, functions and documents against the rules in CONTRIBUTING.md: a comment
// or a test name has a subject, and words that the glossary replaced do not come back. `npm run check` runs it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceFiles } from './repository.ts'

type Banned = {
  word: RegExp
  instead: string
  /** Paths in which the word has its usual meaning, and why. */
  except?: { paths: RegExp; reason: string }
}

/** Words that were private to this project, and the words that replaced them. Words in code or in quotes are ignored. */
const bannedWords: Banned[] = [
  { word: /told|tellings?/, instead: 'emitted, or the verb that is meant' },
  {
    word: /(?<!review )rooms?/,
    instead: 'slot of a limit, or space',
    except: { paths: /^web\//, reason: 'short for review room' },
  },
  {
    word: /films?/,
    instead: 'video',
    except: { paths: /^server\/src\/admin\/demo\//, reason: 'the demo is about a short film' },
  },
  { word: /pictures?/, instead: 'image, or frame of a video' },
  { word: /(?<!line )endings/, instead: 'extensions' },
  { word: /seats?/, instead: 'slot, or lock' },
  { word: /deliverers?/, instead: 'delivery worker' },
  { word: /review rounds?/, instead: 'version' },
  { word: /(?:of|not) ours/, instead: 'of Dailies, or of this server' },
  { word: /whoever/, instead: 'the person, client or caller who' },
  { word: /that (?:is|are) none/, instead: 'that is not a …' },
  { word: /lets? (?:us|you|them) in/, instead: 'accepts' },
  { word: /put away/, instead: 'archived' },
  { word: /signs? of life/, instead: 'heartbeat' },
  { word: /straight in(?:to)? the/, instead: 'directly into the' },
  { word: /but for(?! example)/, instead: 'except for' },
  { word: /at the most/, instead: 'at most' },
]

const rules = bannedWords.map((banned) => ({
  ...banned,
  pattern: new RegExp(`\\b(?:${banned.word.source})\\b`, 'i'),
}))
const anyBannedWord = new RegExp(rules.map(({ pattern }) => pattern.source).join('|'), 'i')

const openings = 'what|who|whoever|whose|whom|one (?:that|who)|of two|nobody|somebody|somewhere'
const sentenceOpening = new RegExp(`(?:^|[.!?] )((?:${openings})\\b.*?)([.!?](?= |$)|$)`, 'gi')

const code = /\.(?:tsx?|m?js|css)$/
const document = /^(?:(?:[a-z]+\/)?README|CONTRIBUTING|docs\/.+)\.md$/
const exempt = /\/generated\/|^docs\/(?:decisions\/|reference-coverage\.md)/

type Passage = { kind: 'comment' | 'test name' | 'name' | 'line'; line: number; text: string }

/** Problems in all files of a repository that git tracks or would track, as `path:line: problem`. */
export function languageProblems(repository: string): string[] {
  return sourceFiles(repository)
    .filter(isChecked)
    .flatMap((path) => problemsOf(path, readFileSync(join(repository, path), 'utf8')))
}

export function isChecked(path: string): boolean {
  return (code.test(path) || document.test(path)) && !exempt.test(path)
}

/** Problems in the text of one file. */
export function problemsOf(path: string, text: string): string[] {
  const passages = document.test(path)
    ? documentLines(text)
    : [...comments(text), ...testNames(text), ...declaredNames(text)]
  return passages.flatMap((passage) => {
    const isSentence = passage.kind === 'comment' || passage.kind === 'test name'
    const problems = [...(isSentence ? openingProblems(passage) : []), ...wordProblems(path, passage)]
    return problems.map((problem) => `${path}:${passage.line}: ${problem}`)
  })
}

function openingProblems({ kind, text }: Passage): string[] {
  // A status, a label or an interpolation may come first: `403: nobody …`.
  const sentences = kind === 'test name' ? text.replace(/^(?:[\w ,$.{}]+: )+/, '') : text
  return [...sentences.matchAll(sentenceOpening)]
    .filter(([, , end]) => end !== '?')
    .map(([, sentence]) => {
      const shown = sentence!.length > 50 ? `${sentence!.slice(0, 50)}…` : sentence
      return `name the subject of the ${kind} “${shown}”`
    })
}

function wordProblems(path: string, { text }: Passage): string[] {
  if (!anyBannedWord.test(text)) return []
  const used = text.replace(/`[^`]*`|"[^"]*"|“[^”]*”|\]\([^)]*\)/g, ' … ')
  return rules.flatMap(({ pattern, instead, except }) => {
    const found = except?.paths.test(path) ? null : pattern.exec(used)
    return found ? [`instead of “${found[0]}” write ${instead}`] : []
  })
}

/** Each comment as one text; line comments below each other are one comment. */
function comments(text: string): Passage[] {
  const found: Passage[] = []
  let block: Passage | undefined
  let previous = -1
  for (const [i, line] of text.split('\n').entries()) {
    if (block) {
      const end = line.indexOf('*/')
      block.text =
        `${block.text} ${(end < 0 ? line : line.slice(0, end)).replace(/^\s*\* ?/, '').trim()}`.trim()
      if (end >= 0) block = undefined
      continue
    }
    const own = /^\s*\/\/\s?(.*)$/.exec(line)
    if (own) {
      const last = found.at(-1)
      if (last && previous === i - 1) last.text += ` ${own[1]!.trim()}`
      else found.push({ kind: 'comment', line: i + 1, text: own[1]!.trim() })
      previous = i
      continue
    }
    const [, opened] =
      /(?:^|[\s{(,])\/\*\*?(?!\/)(.*)$/.exec(line) ?? /(?:^|[\s;,{(])\/\/ (.*)$/.exec(line) ?? []
    if (opened === undefined) continue
    const passage: Passage = { kind: 'comment', line: i + 1, text: opened.split('*/')[0]!.trim() }
    found.push(passage)
    if (/(?:^|[\s{(,])\/\*/.test(line) && !opened.includes('*/')) block = passage
  }
  return found
}

function testNames(text: string): Passage[] {
  const named =
    /(?<![.\w])(?:\w+\.)?test(?:\.\w+)?\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)/g
  return [...text.matchAll(named)].map((match) => ({
    kind: 'test name',
    line: text.slice(0, match.index).split('\n').length,
    text: match[1] ?? match[2] ?? match[3]!,
  }))
}

/** Variables and functions, by their whole names: a word may be a part of a longer one. */
function declaredNames(text: string): Passage[] {
  return text.split('\n').flatMap((line, i) => {
    const name = /^\s*(?:export )?(?:async )?(?:const|let|function) (\w+)/.exec(line)?.[1]
    return name === undefined ? [] : [{ kind: 'name' as const, line: i + 1, text: name }]
  })
}

/** The lines of a document outside of code blocks. */
function documentLines(text: string): Passage[] {
  let inCode = false
  return text.split('\n').flatMap((line, i) => {
    const fence = /^\s*```/.test(line)
    if (fence) inCode = !inCode
    return fence || inCode ? [] : [{ kind: 'line' as const, line: i + 1, text: line }]
  })
}
