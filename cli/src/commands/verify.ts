// Checks a receipt without the server: its signature, its key, and the originals on this machine.
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Context } from '../context.ts'
import { failure } from '../kit/errors.ts'
import { lastText, type Parsed } from '../kit/flags.ts'
import { printableLines } from '../kit/terminal-text.ts'
import { type Receipt, readReceipt, type SignedReceipt } from './receipt-file.ts'

type Checked = { path: string; file: Receipt['files'][number] | undefined }

export async function verify({ args, values }: Parsed, context: Context): Promise<void> {
  const [path, ...originals] = args as [string, ...string[]]
  const signed = readReceipt(await readAll(path), path)
  checkSignatures(signed, path)
  const trusted = lastText(values, 'key')
  if (trusted !== undefined) await checkKey(signed, trusted)
  const { receipt, key } = signed
  const checked: Checked[] = []
  for (const original of originals) {
    const sha256 = await hashOf(original)
    checked.push({ path: original, file: receipt.files.find((file) => file.sha256 === sha256) })
  }
  const unknown = checked.filter(({ file }) => file === undefined)
  if (context.json) {
    const files = checked.map(({ path, file }) => ({ path, file: file ?? null }))
    await context.printJson({ receipt, fingerprint: key.fingerprint, trusted: trusted !== undefined, files })
  } else await context.print(printableLines(summary(signed, checked, trusted !== undefined)))
  if (unknown.length > 0) throw alteredOriginals(unknown, receipt)
}

async function readAll(path: string): Promise<Buffer> {
  return readFile(path).catch((error) => {
    throw failure(`Cannot read ${path}.`, undefined, { cause: error })
  })
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash).catch((error) => {
    throw failure(`Cannot read ${path}.`, undefined, { cause: error })
  })
  return hash.digest('hex')
}

function checkSignatures({ key, signatures }: SignedReceipt, path: string): void {
  const der = Buffer.from(key.publicKey, 'base64')
  const fingerprint = createHash('sha256').update(der).digest('hex')
  const isSigned = () => {
    const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
    return (
      publicKey.asymmetricKeyType === 'ed25519' &&
      signatures.every(({ bytes, signature }) => verifySignature(null, bytes, publicKey, signature))
    )
  }
  let good = false
  try {
    good = fingerprint === key.fingerprint && isSigned()
  } catch {
    // The key is not a key.
  }
  if (good) return
  throw failure(
    `The signature of ${path} is not valid: it was altered after the server signed it.`,
    redownload,
  )
}

const redownload = 'Download the receipt again, and do not edit or reformat it.'

/** The file holds the key as the server publishes it. */
async function checkKey({ key, receipt }: SignedReceipt, path: string): Promise<void> {
  let trusted: Buffer
  const text = await readAll(path)
  try {
    trusted = createPublicKey(text).export({ type: 'spki', format: 'der' })
  } catch {
    throw failure(`${path} does not contain a public key.`, `Download it from ${keyUrl(receipt)}`)
  }
  if (trusted.toString('base64') === key.publicKey) return
  throw failure(
    `The receipt is signed with another key than that in ${path}.`,
    `The key of the receipt has the fingerprint ${key.fingerprint}.`,
  )
}

const keyUrl = ({ server }: Receipt) => `${server}/.well-known/dailies-receipt-key`

function summary({ receipt, key }: SignedReceipt, checked: readonly Checked[], trusted: boolean): string {
  const { version, project, verdicts, files, issuedAt, server } = receipt
  const given = verdicts.map(({ name, role, verdict, note, agent, stale, givenAt }) => {
    const marks = [agent ? 'given by a tool' : undefined, stale === null ? undefined : `stale: ${stale}`]
    const rest = [role ?? undefined, ...marks, note ?? undefined].filter((one) => one !== undefined)
    return `  ${verdict}  ${name}  ${givenAt} UTC${rest.map((one) => `  ${one}`).join('')}`
  })
  const compared = checked.map(({ path, file }) =>
    file ? `  unchanged  ${path}  is ${file.name} v${file.revision}` : `  NOT IN THE RECEIPT  ${path}`,
  )
  const open = files.filter((file) => !checked.some((one) => one.file === file))
  return `${[
    `${version.name} (${project.name}): ${version.status}`,
    `Issued ${issuedAt} UTC by ${server}`,
    `The signature is valid. Key: ${key.fingerprint}`,
    trusted ? 'It is the key you trust.' : `Compare the key with ${keyUrl(receipt)}, or pass it with --key.`,
    `Rule: ${receipt.rule.type}${receipt.rule.user ? ` (${receipt.rule.user.name})` : ''}`,
    'Verdicts:',
    ...(given.length > 0 ? given : ['  none']),
    'Originals:',
    ...compared,
    ...open.map(
      ({ name, revision, sha256 }) => `  not checked  ${name} v${revision}  ${sha256 ?? 'no SHA-256'}`,
    ),
  ].join('\n')}\n`
}

function alteredOriginals(unknown: readonly Checked[], { files }: Receipt): Error {
  const names = unknown.map(({ path }) => {
    const same = files.find(({ name }) => name === basename(path))
    return same ? `${path} (differs from ${same.name} v${same.revision} in the receipt)` : path
  })
  const message = `Not an original of this receipt: ${names.join(', ')}.`
  return failure(message, 'The file was altered, or it is another one.')
}
