// How a generation fails on our side, in words for people: what happened, and what to do next.
import { isDiskFull } from '../core/disk-space.ts'
import type { FieldError } from '../core/errors.ts'
import { GenerationFailure } from '../core/provider.ts'

export function notConfigured(provider: string): GenerationFailure {
  const message = `The provider "${provider}" is not configured on the server any more.`
  return new GenerationFailure('provider_not_configured', message, true)
}

export function refused({ message }: FieldError): GenerationFailure {
  return new GenerationFailure('provider_refused', message, false)
}

export function rateLimited(): GenerationFailure {
  const message = 'The provider would not take the job, although it was asked several times. Try again later.'
  return new GenerationFailure('provider_rate_limited', message, true)
}

export function startUnknown(): GenerationFailure {
  const message =
    'It is not known whether the provider has begun the job, and it would cost twice to ask again. ' +
    'Look there before you try again.'
  return new GenerationFailure('start_unknown', message, true)
}

export function deadlineExceeded(): GenerationFailure {
  return new GenerationFailure('deadline_exceeded', 'The provider did not finish the job in time.', true)
}

export function notFetched(): GenerationFailure {
  const message = 'The result could not be fetched or stored for a day.'
  return new GenerationFailure('deadline_exceeded', message, true)
}

export function referencesUnreadable(): GenerationFailure {
  const message =
    'The attachments could not be read for a day, because the storage did not answer. Nothing was paid; try again.'
  return new GenerationFailure('storage_unavailable', message, true)
}

export function notStored(error: unknown): GenerationFailure {
  const reason = isDiskFull(error) ? ': the disk of the server is full. Free space, then try again.' : '.'
  return new GenerationFailure(
    'result_not_stored',
    `The result was made, but could not be stored${reason}`,
    true,
  )
}
