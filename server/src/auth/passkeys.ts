// Passkeys (WebAuthn). A passkey is the only factor of a sign-in, so it must be discoverable, and the authenticator must
// verify the user before it uses the passkey.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { ApiError } from '../core/errors.ts'
import { newUuid } from '../core/ids.ts'
import { fragment, type Sql } from '../core/sql.ts'
import { type Evidence, requireCreated, stillValid } from './evidence.ts'

// Loading takes 100 ms and is needed only when somebody uses a passkey.
async function library() {
  const webauthn = await import('@simplewebauthn/server')
  // Attestation is neither requested nor trusted. With trusted roots, the library would check the certificates of a
  // passkey, and fetch revocation lists from the addresses in them, however long that takes.
  for (const identifier of trustedByDefault) {
    webauthn.SettingsService.setRootCertificates({ identifier, certificates: [] })
  }
  return webauthn
}

const trustedByDefault = ['android-key', 'android-safetynet', 'apple', 'mds'] as const

// Ed25519, ES256 and RS256: one of them is in every authenticator, and none is experimental in Node.
const algorithms = [-8, -7, -257]

export type PasskeyOwner = { userId: string; email: string; name: string }

export async function registrationOptions(sql: Sql, origin: string, owner: PasskeyOwner) {
  const { generateRegistrationOptions } = await library()
  const known = await sql<{ credentialId: Buffer; transports: string[] }>`
    select credential_id as "credentialId", transports from passkeys where user_id = ${owner.userId}`
  const options = await generateRegistrationOptions({
    rpName: 'Dailies',
    rpID: new URL(origin).hostname,
    userID: new TextEncoder().encode(owner.userId),
    userName: owner.email,
    userDisplayName: owner.name,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await rememberChallenge(sql, options.challenge, owner.userId)
  return options
}

export async function signInOptions(sql: Sql, origin: string) {
  const { generateAuthenticationOptions } = await library()
  const rpID = new URL(origin).hostname
  const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
  await rememberChallenge(sql, options.challenge, null)
  return options
}

export type NewPasskey = { credentialId: Buffer; publicKey: Buffer; counter: number; transports: string[] }

/** The new passkey, and the user for whom the challenge was issued. Refused unless it answers such a challenge. */
export async function verifyRegistration(
  sql: Sql,
  origin: string,
  response: RegistrationResponseJSON,
): Promise<{ userId: string; passkey: NewPasskey }> {
  const { verifyRegistrationResponse } = await library()
  let userId: string | null | undefined
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    supportedAlgorithmIDs: algorithms,
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    expectedChallenge: async (challenge) => {
      userId = await spendChallenge(sql, challenge)
      return typeof userId === 'string'
    },
  }).catch(refuse)
  if (!registrationInfo || typeof userId !== 'string') throw new ApiError('passkey_refused')
  const { id, publicKey, counter } = registrationInfo.credential
  const credentialId = Buffer.from(id, 'base64url')
  const transports = knownTransports(registrationInfo.credential.transports)
  return { userId, passkey: { credentialId, publicKey: Buffer.from(publicKey), counter, transports } }
}

/** Transports are a hint that nobody has signed, and that the library passes on unchecked. */
function knownTransports(given: unknown): string[] {
  return ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'].filter(
    (transport) => Array.isArray(given) && given.includes(transport),
  )
}

export async function addPasskey(
  sql: Sql,
  userId: string,
  name: string,
  passkey: NewPasskey,
  evidence?: Evidence,
): Promise<string> {
  const id = newUuid()
  const { credentialId, publicKey, counter, transports } = passkey
  const made = await sql`
    insert into passkeys (id, user_id, name, credential_id, public_key, counter, transports)
    select ${id}::uuid, ${userId}::uuid, ${name}::text, ${credentialId}::bytea, ${publicKey}::bytea, ${counter}::bigint,
      ${transports}::text[]
    where ${evidence ? stillValid(userId, evidence) : fragment`true`}
    returning id`
  requireCreated(made)
  return id
}

type PasskeyRow = { id: string; userId: string; publicKey: Buffer; counter: number; transports: string[] }

/** The user whose passkey signed the challenge. All refusals are alike, so that nothing can be learned from them. */
export async function verifySignIn(
  sql: Sql,
  origin: string,
  response: AuthenticationResponseJSON,
): Promise<{ userId: string; evidence: Evidence }> {
  const { verifyAuthenticationResponse } = await library()
  const credentialId = Buffer.from(String(response.id), 'base64url')
  const [row] = await sql<PasskeyRow>`
    select id, user_id as "userId", public_key as "publicKey", counter::float8 as counter, transports
    from passkeys where credential_id = ${credentialId}`
  if (!row) throw new ApiError('passkey_refused')
  const { publicKey, counter, transports } = row
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    expectedChallenge: async (challenge) => (await spendChallenge(sql, challenge)) === null,
    credential: { id: response.id, publicKey: new Uint8Array(publicKey), counter, transports },
  }).catch(refuse)
  if (!verified) throw new ApiError('passkey_refused')
  await sql`
    update passkeys set counter = ${authenticationInfo.newCounter}, last_used_at = now() where id = ${row.id}`
  return { userId: row.userId, evidence: { passkey: row.id } }
}

function refuse(cause: unknown): never {
  // An error of the database is not about the passkey.
  if (cause instanceof ApiError) throw cause
  throw new ApiError('passkey_refused', { cause })
}

async function rememberChallenge(sql: Sql, challenge: string, userId: string | null): Promise<void> {
  await sql`
    insert into passkey_challenges (challenge, user_id, expires_at)
    values (${challenge}, ${userId}, now() + interval '5 minutes')`
}

/** Undefined when this server did not issue the challenge, or it was answered before. */
async function spendChallenge(sql: Sql, challenge: string): Promise<string | null | undefined> {
  const [spent] = await sql<{ userId: string | null }>`
    delete from passkey_challenges where challenge = ${challenge} and expires_at > now()
    returning user_id as "userId"`
  return spent?.userId
}
