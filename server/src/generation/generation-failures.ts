// Failures of a generation that the server detects. The messages say what happened and what to do next.
import { isDiskFull } from '../core/disk-space.ts'
import type { FieldError } from '../core/errors.ts'
import { GenerationFailure } from '../core/provider.ts'

export function notConfigured(provider: string): GenerationFailure {
  const message = `The provider "${provider}" is no longer configured on this server.`
  return new GenerationFailure('provider_not_configured', message, true)
}

export function refused({ message }: FieldError): GenerationFailure {
  return new GenerationFailure('provider_refused', message, false)
}

export function rateLimited(): GenerationFailure {
  const message = 'The provider refused the request several times because it is busy. Try again later.'
  return new GenerationFailure('provider_rate_limited', message, true)
}

export function startUnknown(): GenerationFailure {
  const message =
    'It is unknown whether the provider started this generation, and starting it again could cost twice. ' +
    'Check your account at the provider before you try again.'
  return new GenerationFailure('start_unknown', message, true)
}

export function deadlineExceeded(): GenerationFailure {
  return new GenerationFailure('deadline_exceeded', 'The provider did not finish in time.', true)
}

export function notFetched(): GenerationFailure {
  const message = 'The result could not be fetched or stored within a day.'
  return new GenerationFailure('deadline_exceeded', message, true)
}

export function referencesUnreadable(): GenerationFailure {
  const message =
    'The attachments could not be read for a day because the storage was unavailable. Nothing was charged; try again.'
  return new GenerationFailure('storage_unavailable', message, true)
}

export function notStored(error: unknown): GenerationFailure {
  const reason = isDiskFull(error)
    ? ': the disk of the server is full. Free some space, then try again.'
    : '.'
  return new GenerationFailure(
    'result_not_stored',
    `The result was generated, but could not be stored${reason}`,
    true,
  )
}
