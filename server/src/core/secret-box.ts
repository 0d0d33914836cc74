import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/**
 * Encrypts values that must be shown again later, such as the key of an access link: AES-256-GCM, key and nonce per
 * text.
 */
export type SecretBox = {
  seal(text: string): Buffer
  /** Undefined when the text was sealed with a key that is no longer configured. */
  open(sealed: Buffer): string | undefined
  /**
   * Keyed fingerprints: they recognise a text without storing it, and a reader of the database cannot test guesses
   * against them. One mark per key: store the first, accept any of them.
   */
  marks(text: string): Buffer[]
}

const nonceLength = 12
const tagLength = 16
const mostOpened = 1_000

/** The first key seals and all open, so that the key can be rotated. */
export function createSecretBox(keys: readonly Buffer[]): SecretBox {
  // Opening takes 9 µs, and a list of links opens one text per row. The memory with these texts holds the keys as well.
  const opened = new Map<string, string>()

  function decrypt(sealed: Buffer): string | undefined {
    for (const key of keys) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength))
        decipher.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength))
        const body = sealed.subarray(nonceLength + tagLength)
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
      } catch {
        // Sealed with another key, or altered.
      }
    }
    return undefined
  }

  return {
    seal(text) {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', keys[0]!, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open(sealed) {
      const name = sealed.toString('latin1')
      const known = opened.get(name)
      if (known !== undefined) return known
      const text = decrypt(sealed)
      if (text === undefined) return undefined
      if (opened.size >= mostOpened) opened.clear()
      opened.set(name, text)
      return text
    },
    marks: (text) => keys.map((key) => createHmac('sha256', markKey(key)).update(text).digest()),
  }
}

/** A separate key for marks: one key must not serve two purposes. */
function markKey(key: Buffer): Buffer {
  return createHmac('sha256', key).update('marks').digest()
}
