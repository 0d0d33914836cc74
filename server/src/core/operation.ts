import { z } from 'zod'
import type { Caller, Locator, Power, ProjectRole, Scope, ShareUse, WorkspaceRole } from './access.ts'
import type { Client } from './audit.ts'
import type { ErrorCode, Violation } from './errors.ts'
import type { Guess, GuessKind } from './guesses.ts'
import type { JsonText } from './json-text.ts'
import type { Mail } from './mail.ts'
import type { AnyAudit, OperationAudit } from './operation-audit.ts'
import type { CursorPage, NumberedPage, PageOutput } from './pages.ts'
import type { Model, Provider } from './provider.ts'
import type { Services } from './services.ts'
import type { Fragment, Sql } from './sql.ts'
import type { FileUrls, Storage } from './storage.ts'
import type { Views } from './views.ts'

export type Tier = 'default' | 2 | 3 | 4

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'QUERY'
export type HttpRoute = `${Method} /api/${string}`
type ReadRoute = `${'GET' | 'QUERY'} ${string}`

/** The success status and its schema. */
export type Output =
  | readonly [204]
  | readonly [200 | 201 | 202, z.ZodType]
  | readonly [200, PageOutput<z.ZodType>]

/** The type that a handler returns for its declared output. */
export type Result<O> = O extends readonly [204]
  ? undefined
  : O extends readonly [200, PageOutput<infer Item, infer Style>]
    ? Style extends 'cursor'
      ? CursorPage<z.output<Item>>
      : NumberedPage<z.output<Item>>
    : O extends readonly [number, infer Schema extends z.ZodType]
      ? z.output<Schema>
      : never

/**
 * Every field that a context can have, depending on the declaration. Helpers of operations pick the fields they use.
 */
export type ContextFields = Pick<
  Services,
  | 'cursors'
  | 'quotas'
  | 'trashDays'
  | 'secrets'
  | 'urls'
  | 'webhookHosts'
  | 'uploadHosts'
  | 'pushKey'
  | 'presence'
  | 'requireLive'
  | 'origin'
  | 'mediaOrigin'
> & {
  /** One statement at a time, or all in one transaction when the operation declares `transaction`. */
  sql: Sql
  caller: Caller
  /** Where the request comes from, for entries of the audit log that the handler writes itself. */
  client: () => Client
  /** The caller, or undefined for a request without a credential. */
  visitor: Caller | undefined
  /** The providers of models, as far as they are known without a network request. */
  providers: { forModel(model: Model): Pick<Provider, 'name' | 'limits' | 'validate'> | undefined }
  /** Whether speech-to-text is configured. */
  transcribes: boolean
  /** Whether files are checked. */
  checks: boolean
