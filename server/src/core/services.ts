import type { GuessGuard } from './guesses.ts'
import type { Mail } from './mail.ts'
import type { CursorSigner } from './pages.ts'
import type { PresenceReports } from './presence.ts'
import type { Providers } from './provider.ts'
import type { Replica } from './replica.ts'
import type { SecretBox } from './secret-box.ts'
import type { UrlSigner } from './signed-urls.ts'
import type { Database, Locks } from './sql.ts'
import type { Storage } from './storage.ts'
import type { Views } from './views.ts'

/** The maximum number of stored bytes; undefined for no limit. */
export type Quotas = { workspace: number | undefined; guest: number | undefined }

/** The parts of the running server that operations use. */
export type Services = {
  database: Database & Locks
  /** Answers lists, where there is one. */
  replica: Replica | undefined
  cursors: CursorSigner
  storage: Storage
  quotas: Quotas
  /** How long deleted records can be restored. */
  trashDays: number
  providers: Providers
  /** Whether speech-to-text is configured. */
  transcribes: boolean
  /** The vision model for reviews by skills, as REVIEW_MODEL names it, and whether its prices are known. */
  reviewModel: { name: string; priced: boolean } | undefined
  /** Whether files are checked. */
  checks: boolean
  secrets: SecretBox
  urls: UrlSigner
  mail: Mail
  webhookHosts: readonly string[]
  /** Private hosts that files may be uploaded from. */
  uploadHosts: readonly string[]
  /** The public key that subscriptions to push messages are bound to, in base64url. */
  pushKey: string
  guess: GuessGuard
  presence: PresenceReports
  views: Views
  /** Throws 503 on a restored copy, which must contact nobody. */
  requireLive: () => void
  /** The public origin of this server, for links. */
  origin: () => string
  /** The origin of media: that of a CDN, where there is one. */
  mediaOrigin: () => string
  /** Call this after a commit that may have emitted events. Returns at once. */
  changed: () => void
}
