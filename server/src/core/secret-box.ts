import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** Keeps what must be shown again later, such as the key of an access link: AES-256-GCM, key and nonce per text. */
export type SecretBox = {
  seal(text: string): Buffer
  /** Undefined when it was sealed with a key that we no longer have. */
  open(sealed: Buffer): string | undefined
  /**
   * By what a text is known again without being kept: whoever reads it in the database cannot try out texts against it.
   * One mark for each key: the first is to be stored, any of them is the text's.
   */
  marks(text: string): Buffer[]
}

const nonceLength = 12
const tagLength = 16

/** The first key seals, all open: that is how the key is rotated. */
export function createSecretBox(keys: readonly Buffer[]): SecretBox {
  return {
    seal(text) {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', keys[0]!, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open(sealed) {
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
    },
    marks: (text) => keys.map((key) => createHmac('sha256', markKey(key)).update(text).digest()),
  }
}

/** A key does one thing: what seals does not mark. */
function markKey(key: Buffer): Buffer {
  return createHmac('sha256', key).update('marks').digest()
}
