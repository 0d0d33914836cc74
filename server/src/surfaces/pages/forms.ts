// Forms: reading the fields that were sent, and showing them again with their errors.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../core/errors.ts'
import { type Html, html } from '../../core/html.ts'
import { encodedBodyError } from '../problems.ts'

/** The longest form, consent, has one field per scope. */
const maxFields = 200

function countFields(body: string): number {
  let count = 1
  for (let i = body.indexOf('&'); i >= 0; i = body.indexOf('&', i + 1)) count++
  return count
}

export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, body, done) => {
      const encoded = encodedBodyError(request)
      if (encoded) done(encoded)
      else if (countFields(String(body)) > maxFields) done(new ApiError('body_too_large'))
      else done(null, new URLSearchParams(String(body)))
    },
  )
}

export type Form = { text(name: string): string; all(name: string): string[] }

/** A field that was not sent is empty. */
export function readForm({ body }: FastifyRequest): Form {
  const fields = body instanceof URLSearchParams ? body : new URLSearchParams()
  return { text: (name) => fields.get(name) ?? '', all: (name) => fields.getAll(name) }
}

export function queryText({ query }: FastifyRequest, name: string): string {
  const value = (query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : ''
}

/** Whether Postgres can search for the text. */
export function isSearchable(value: string): boolean {
  return value.length <= 254 && value.isWellFormed() && !value.includes('\0')
}

/** The errors of a form, shown beside its fields. */
export type Failure = { status: number; message: string | null; fields: Record<string, string> }

export function failure(message: string, status = 400): Failure {
  return { status, message, fields: {} }
}

/** Undefined on success. A refusal is shown in the form; any other error is not about the form and is thrown. */
export async function attempt(work: () => Promise<unknown>): Promise<Failure | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 403, 409].includes(error.status)) throw error
    if (error.errors.length === 0) return failure(error.message, error.status)
    const fields = error.errors.map(({ path, message }) => [path.split('/')[1], message])
    return { status: error.status, message: null, fields: Object.fromEntries(fields) }
  }
}

export type Field = {
  name: string
  label: string
  type?: string
  value?: string | undefined
  autocomplete?: string
  hint?: string | undefined
  error?: string | undefined
  minlength?: number
  maxlength?: number
  focus?: boolean
  optional?: boolean
}

export function field(options: Field): Html {
  const { name, label, type = 'text', value, hint, error, minlength, maxlength, focus } = options
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${options.autocomplete ?? 'off'}"
  ${value !== undefined && html`value="${value}"`} ${!options.optional && html`required`} ${focus && html`autofocus`}
  ${minlength && html`minlength="${minlength}"`} ${maxlength && html`maxlength="${maxlength}"`}
  ${described !== '' && html`aria-describedby="${described}"`} ${error && html`aria-invalid="true"`}>
${error && html`<p class="wrong" id="${name}-error">${error}</p>`}
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
</div>`
}

export function newPasswordField(error?: string, label = 'Password'): Html {
  const hint = 'At least 10 characters. A few words are easy to remember and hard to guess.'
  const autocomplete = 'new-password'
  return field({
    name: 'password',
    label,
    type: 'password',
    autocomplete,
    hint,
    error,
    minlength: 10,
    maxlength: 128,
  })
}

/** The message of a failure. Screen readers announce it immediately. */
export function notice(failed: Failure | undefined): Html | undefined {
  const fields = failed ? Object.keys(failed.fields).length : 0
  if (failed?.message) return html`<div class="notice bad" role="alert">${failed.message}</div>`
  if (fields > 0) return html`<div class="notice bad" role="alert">Check the fields marked below.</div>`
  return undefined
}
