import { client } from '../data/client.ts'
import { PlainProblem } from '../ui/error-messages.ts'

export function passkeysWork(): boolean {
  return 'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential
}

/** The browser asks the person, and the server checks the result. */
export async function makePasskey(name: string): Promise<void> {
  const options = (await client.passkeys.start()) as PublicKeyCredentialCreationOptionsJSON & object
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await navigator.credentials.create({ publicKey }).catch(explain)
  if (!(credential instanceof PublicKeyCredential))
    throw new PlainProblem('The browser did not create a passkey.')
  await client.passkeys.create({ name, response: { ...credential.toJSON() } })
}

function explain(error: DOMException): never {
  if (error.name === 'NotAllowedError') throw new PlainProblem('The passkey was not created. Try again.')
  if (error.name === 'InvalidStateError')
    throw new PlainProblem('This device already has a passkey for your account.')
  throw error
}
