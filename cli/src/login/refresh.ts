// Access tokens of a profile. A refresh token can be used once: two processes take turns, and the second uses the
// tokens that the first received.

import { exitCodes } from '../exit-codes.ts'
import { CommandError } from '../kit/errors.ts'
import type { ConfigFile, OAuthTokens } from '../settings/config-file.ts'
import { postForm } from './discovery.ts'

/** Tokens are refreshed this long before they expire, so that a slow request still arrives with a valid one. */
const marginMs = 30_000

/** A valid access token, different from the rejected one. */
export async function accessToken(
  fetch: typeof globalThis.fetch,
  config: ConfigFile,
  profile: string,
  refused?: string,
): Promise<string> {
  const good = (tokens: OAuthTokens | undefined): tokens is OAuthTokens =>
    tokens !== undefined && tokens.accessToken !== refused && tokens.expiresAt - marginMs > Date.now()
  const kept = (await config.read()).profiles[profile]?.oauth
  if (good(kept)) return kept.accessToken
  return config.change(async ({ profiles }) => {
    const tokens = profiles[profile]?.oauth
    if (good(tokens)) return tokens.accessToken
    if (!tokens) throw ended(profile)
    profiles[profile]!.oauth = await refresh(fetch, tokens, profile)
    return profiles[profile]!.oauth.accessToken
  })
}

async function refresh(
  fetch: typeof globalThis.fetch,
  tokens: OAuthTokens,
  profile: string,
): Promise<OAuthTokens> {
  const { clientId, refreshToken, tokenEndpoint, resource } = tokens
  const { ok, body } = await postForm(fetch, tokenEndpoint, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: clientId,
    resource,
  })
  if (ok) return { ...tokens, ...readTokens(body, refreshToken) }
  if (body.error === 'invalid_grant' || body.error === 'invalid_client') throw ended(profile)
  throw new CommandError(
    exitCodes.unavailable,
    'The server could not renew your login.',
    'Try again in a moment.',
  )
}

export function readTokens(body: Record<string, unknown>, refreshToken = '') {
  return {
    accessToken: String(body.access_token),
    refreshToken: String(body.refresh_token ?? refreshToken),
    expiresAt: Date.now() + Number(body.expires_in ?? 3600) * 1000,
  }
}

function ended(profile: string): CommandError {
  return new CommandError(
    exitCodes.notSignedIn,
    `Your login has ended, or the app was disconnected.`,
    `Run \`dailies login --profile ${profile}\`.`,
  )
}
