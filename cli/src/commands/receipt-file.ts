// Reads a receipt from JSON or from a PDF that contains it. A receipt has exactly one form, byte by byte.
import { inflateSync } from 'node:zlib'
import { type CommandError, failure } from '../kit/errors.ts'

export type Receipt = {
  layout: string
  server: string
  issuedAt: string
  project: { name: string }
  version: { name: string; status: string }
  rule: { type: string; user: { name: string } | null }
  files: { id: string; name: string; revision: number; size: number | null; sha256: string | null }[]
  verdicts: {
    name: string
    role: string | null
    verdict: string
    note: string | null
    agent: boolean
    stale: string | null
    givenAt: string
  }[]
}

type Envelope = {
  receipt: Receipt
  key: { algorithm: string; publicKey: string; fingerprint: string }
  signature: string
}

/** The signatures, and what each one signs. */
export type SignedReceipt = Envelope & { signatures: { bytes: Buffer; signature: Buffer }[] }

const layout = 'dailies-receipt-1'

export function readReceipt(content: Buffer, path: string): SignedReceipt {
  const isPdf = content.subarray(0, 5).toString('latin1') === '%PDF-'
  const pdf = isPdf ? splitPdf(content) : undefined
  const text = (pdf ? attachmentOf(pdf.bytes) : content)?.toString('utf8')
  const envelope = text === undefined ? undefined : parse(text)
  if (!envelope) throw notAReceipt(path)
  const own = { bytes: Buffer.from(canonicalJson(envelope.receipt)), signature: decode(envelope.signature) }
  if (isPdf && !pdf) throw notAReceipt(path)
  return { ...envelope, signatures: pdf ? [own, pdf] : [own] }
}

function notAReceipt(path: string): CommandError {
  const advice = 'Download it again, and do not edit or reformat it.'
  return failure(`${path} is not a receipt of Dailies, or it was altered.`, advice)
}

function parse(text: string): Envelope | undefined {
  let value: Envelope
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const { receipt, key, signature } = value ?? {}
  const known = { receipt, key, signature }
  // Another form of the same values was not written by the server.
  if (receipt?.layout !== layout || key?.algorithm !== 'Ed25519' || typeof signature !== 'string')
    return undefined
  return `${canonicalJson(known)}\n` === text ? value : undefined
}

/** Base64 has several texts for the same bytes; only one is accepted. */
function decode(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : Buffer.alloc(0)
}

/** As the server writes it: sorted keys, no spaces (RFC 8785). */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(',')}}`
}

/** The PDF, and the signature in the line after its end. */
function splitPdf(content: Buffer): { bytes: Buffer; signature: Buffer } | undefined {
  const line = '%dailies-receipt-signature '
  const at = content.lastIndexOf(line)
  if (at < 0) return undefined
  const text = content.subarray(at + line.length).toString('latin1')
  return text.endsWith('\n')
    ? { bytes: content.subarray(0, at), signature: decode(text.slice(0, -1)) }
    : undefined
}

/** The largest receipt is far smaller: 500 files and a verdict of each of 1,000 people. */
const maxBytes = 16_000_000

/** The attached JSON: the one stream of the PDF that begins like a receipt. */
function attachmentOf(pdf: Buffer): Buffer | undefined {
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 1)) {
    const start = at + 'stream\n'.length
    const end = pdf.indexOf('endstream', start)
    if (end < 0) return undefined
    const bytes = inflated(pdf.subarray(start, end))
    if (bytes?.subarray(0, 7).toString('latin1') === '{"key":') return bytes
  }
  return undefined
}

function inflated(bytes: Buffer): Buffer | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: maxBytes })
  } catch {
    return undefined
  }
}
