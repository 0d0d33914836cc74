import type { ReceiptKey } from '../../auth/receipt-key.ts'
import { canonicalJson } from '../../core/canonical-json.ts'
import { typesetReceipt } from '../../generation/documents/typeset-receipt.ts'
import type { Receipt } from '../../records/receipt.ts'

/** The receipt with the key and the signature, as canonical JSON: one line, exactly as `dailies verify` expects it. */
export function signedJson(receipt: Receipt, key: ReceiptKey): string {
  const { publicKey, fingerprint } = key
  const signature = key.sign(Buffer.from(canonicalJson(receipt)))
  return `${canonicalJson({
    receipt,
    key: { algorithm: 'Ed25519', publicKey: publicKey.toString('base64'), fingerprint },
    signature: signature.toString('base64'),
  })}\n`
}

/** After the end of the PDF, where readers ignore it: the signature of all bytes before this line. */
const signatureLine = '%dailies-receipt-signature '

/** A page for people, which contains the signed JSON as an attachment. */
export async function signedPdf(receipt: Receipt, key: ReceiptKey, signal: AbortSignal): Promise<Buffer> {
  const page = Buffer.from(
    await typesetReceipt({ receipt, fingerprint: key.fingerprint, json: signedJson(receipt, key) }, signal),
  )
  const pdf = Buffer.concat([page, Buffer.from('\n')])
  return Buffer.concat([pdf, Buffer.from(`${signatureLine}${key.sign(pdf).toString('base64')}\n`)])
}
