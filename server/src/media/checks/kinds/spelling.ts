// Looks words up in the dictionaries of the system with hunspell, in the sandbox: the words come from strangers.
import { readdirSync, readlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { findProgram } from '../../../core/search-path.ts'
import { runProgram } from '../../../sandbox/run-program.ts'
import type { Work } from '../../processor.ts'
import type { DocumentMeasured, Spelling } from './measured.ts'
import type { FoundWord } from './words.ts'

const seconds = 60
const limits = { fileBytes: 2 ** 20, memoryKilobytes: 2 ** 20 }
const maxOutput = 4 * 2 ** 20
const maxDictionaries = 12
const maxListed = 2_000
const folders = ['/usr/share/hunspell', '/usr/share/myspell/dicts']

export type Dictionary = { language: string; aliases: string[]; path: string }

/** For tests: where dictionaries and the program are searched. */
export type SpellingPlaces = { folders?: readonly string[]; program?: string | undefined }

export async function checkSpelling(
  words: readonly FoundWord[],
  work: Pick<Work, 'folder' | 'signal'>,
  places: SpellingPlaces = {},
): Promise<DocumentMeasured['spelling']> {
  if (words.length === 0) return { reason: 'The document has no text.', applicable: false }
  const program = 'program' in places ? places.program : findProgram('hunspell')
  const dictionaries = findDictionaries(places.folders ?? folders)
  if (program === undefined || dictionaries.length === 0) {
    return {
      applicable: true,
      reason:
        'No dictionary is installed on this server. The operator can install “hunspell” and a dictionary, ' +
        'such as “hunspell-en-us” (Debian, Ubuntu).',
    }
  }
  const results: Spelling[] = []
  for (const dictionary of dictionaries) {
    const result = await lookUp(words, work, program, dictionary)
    if (result) results.push(result)
  }
  if (results.length > 0) return { results }
  return { applicable: true, reason: 'The spelling checker failed on this text.' }
}

/** Links to another dictionary, as from de_LU to de_DE, are its other names. */
export function findDictionaries(places: readonly string[]): Dictionary[] {
  const found = new Map<string, Dictionary>()
  const aliases: { name: string; target: string }[] = []
  for (const folder of places) {
    for (const entry of readdirSafely(folder)) {
      const [, language] = /^([a-z]{2,3}(?:_[A-Z]{2})?)\.dic$/.exec(entry.name) ?? []
      if (language === undefined) continue
      const path = join(folder, language)
      if (entry.isSymbolicLink()) {
        aliases.push({ name: language, target: basename(readlinkSync(`${path}.dic`), '.dic') })
      } else if (!found.has(language)) found.set(language, { language, aliases: [], path })
    }
  }
  for (const { name, target } of aliases) {
    if (!found.has(name)) found.get(target)?.aliases.push(name)
  }
  const sorted = [...found.values()].sort((a, b) => a.language.localeCompare(b.language))
  return sorted.slice(0, maxDictionaries)
}

function readdirSafely(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/** null: the program failed, or would not end. */
async function lookUp(
  words: readonly FoundWord[],
  { folder, signal }: Pick<Work, 'folder' | 'signal'>,
  program: string,
  { language, aliases, path }: Dictionary,
): Promise<Spelling | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  const ended = await runProgram({
    ...{ program, args: ['-l', '-i', 'utf-8', '-d', path], folder, signal, seconds, limits },
    background: true,
    input: Readable.from(words.map(({ word }) => `${word}\n`)),
    onOutput(chunk) {
      bytes += chunk.length
      if (bytes <= maxOutput) chunks.push(chunk)
    },
  })
  if (ended.status !== 0) return null
  const unknown = new Set(Buffer.concat(chunks).toString('utf8').split('\n'))
  const missed = words.filter(({ word }) => unknown.has(word))
  const isForeign = missed.length > words.length / 2
  const list = isForeign
    ? []
    : missed.filter(({ word }) => !looksLikeName(word, language)).slice(0, maxListed)
  return { language, aliases, words: words.length, unknown: missed.length, list }
}

/** Names are in no dictionary. In German, all nouns have a capital. */
function looksLikeName(word: string, language: string): boolean {
  return !language.startsWith('de') && /^\p{Lu}/u.test(word)
}
