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
  /** Whether files are checked. */
  checks: boolean
