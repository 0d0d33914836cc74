import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DailiesConnectionError, DailiesError, type ErrorCode } from '@dailies/sdk'
import { errorCodes } from '../../../server/src/core/errors.ts'
import { messageOf, pageProblem } from './error-messages.ts'

const technicalTerms = /header|Retry-After|If-Match|ETag|Idempotency|JSON|HTTP|`|cursor|Authorization/i

const errors = Object.entries(errorCodes).map(
  ([code, [status, message]]) => new DailiesError({ code: code as ErrorCode, status, message }),
)

test('no API error shows technical terms on a page or in a toast', () => {
  for (const error of errors) {
    const { title, text } = pageProblem(error)
    for (const words of [messageOf(error), title, text])
      assert.doesNotMatch(words, technicalTerms, error.code)
  }
})

test('an error with invalid fields reaches a page without their names, and says what to do', () => {
  const code = 'attachment_used'
  const [status, text] = errorCodes[code]
  const errors = [{ path: '/attachments/0/id', code, message: text }]
  for (const code of [
    'invalid_request',
    'attachment_used',
    'attachment_not_ready',
    'upload_incomplete',
  ] as const) {
    const message = '`attachments[0].id`: the attachment already belongs to a comment.'
    const words = messageOf(new DailiesError({ code, status, message, errors }))
    assert.doesNotMatch(words, technicalTerms, code)
    assert.doesNotMatch(words, /out of date/, code)
  }
})

test('a plain message of the API is shown unchanged', () => {
  const taken = errors.find(({ code }) => code === 'email_taken')!
  assert.equal(messageOf(taken), taken.message)
})

test('only a busy server and a lost connection are retried', () => {
  const tried = errors.filter((error) => pageProblem(error).retryIn !== undefined).map(({ code }) => code)
  assert.deepEqual(tried, ['rate_limited', 'unavailable'])
  assert.equal(pageProblem(new DailiesConnectionError('cut')).retryIn, 10)
  assert.equal(pageProblem(new TypeError('x is undefined')).reload, true)
})
