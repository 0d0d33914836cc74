import { failure } from '../../../cli/src/kit/errors.ts'
import { printable } from '../../../cli/src/kit/terminal-text.ts'
import { createOneTimeLink } from '../auth/one-time-links.ts'
import { defineCommand, required } from './command.ts'
import * as values from './values.ts'

export const userSignInLink = linkCommand('SIGN_IN', {
  name: 'user sign-in-link',
  summary: 'Create a link that signs a user in, once and within 24 hours.',
  hint: 'signs in',
})

export const userResetLink = linkCommand('RESET', {
  name: 'user reset-link',
  summary:
    'Create a link with which a user chooses a new password, once and within an hour. It removes their passkeys, API keys and apps.',
  hint: 'chooses a new password',
})

function linkCommand(purpose: 'SIGN_IN' | 'RESET', words: { name: string; summary: string; hint: string }) {
  return defineCommand({
    name: words.name,
    summary: words.summary,
    details: 'The link begins with BASE_URL. It replaces the last link of the user.',
    options: { user: required('ID', 'the user', values.id('user')) },
    concerns: ({ user }) => ({ of: 'user', id: user }),
    async run({ user }, { database, config }) {
      const [account] = await database.sql<{ email: string }>`select email from users where id = ${user}`
      if (!account) throw failure(`there is no user ${user}: \`admin user list\` shows them`)
      const url = await createOneTimeLink(database.sql, config.baseUrl, user, purpose)
      return {
        json: { url },
        text: `${url}\n\nThe person who opens it ${words.hint} as ${printable(account.email)}.`,
      }
    },
  })
}
