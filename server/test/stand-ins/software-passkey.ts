// A software authenticator: creates the passkey that the options request and reports the user as verified.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export type CreationOptions = { challenge: string; rp: { id: string } }

export const newPasskeyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** The JSON of the credential that `navigator.credentials.create` would return on a page of the origin. */
export function makePasskey(
  { challenge, rp }: CreationOptions,
  origin: string,
  { publicKey }: { publicKey: KeyObject } = newPasskeyPair(),
) {
  const { x, y } = publicKey.export({ format: 'jwk' })
  const coordinates = [x!, y!].map((part) => Buffer.from(part, 'base64url'))
  const id = randomBytes(16)
  const authData = Buffer.concat([
    createHash('sha256').update(rp.id).digest(),
    // User present, user verified, with a credential; then a counter and an authenticator without a model id.
    Buffer.from([0x45, 0, 0, 0, 0, ...Buffer.alloc(16), 0, id.length]),
    id,
    // COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y}, an ES256 key.
    Buffer.from('a5010203262001215820', 'hex'),
    coordinates[0]!,
    Buffer.from('225820', 'hex'),
    coordinates[1]!,
  ])
  // CBOR: {fmt: 'none', attStmt: {}, authData}.
  const attestationObject = Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a06861757468446174615894', 'hex'),
    authData,
  ])
  const clientData = JSON.stringify({ type: 'webauthn.create', challenge, origin, crossOrigin: false })
  return {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: Buffer.from(clientData).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    },
  }
}

/** The JSON of the assertion that `navigator.credentials.get` would return for the passkey. */
export function usePasskey(
  { challenge, rpId }: { challenge: string; rpId: string },
  origin: string,
  id: string,
  { privateKey }: { privateKey: KeyObject },
) {
  const clientData = Buffer.from(
    JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }),
  )
  // User present and verified; a counter of 0.
  const authData = Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([5, 0, 0, 0, 0])])
  const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
  return {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, privateKey).toString('base64url'),
    },
  }
}
