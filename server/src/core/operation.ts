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
  /** The vision model for reviews by skills; undefined if none is configured. */
  reviewModel: Services['reviewModel']
  /** Whether files are checked. */
  checks: boolean
  /** The caller's role in the project. */
  role: ProjectRole
  /** The project that the path names or leads to. */
  projectId: string
  /** Joined as `from ${access}`: one row when the caller has access, else none. */
  access: Fragment
  /** Throws 412 when the request has an If-Match that does not name this revision. */
  requireMatch(revision: number): void
  /** Gives the answer an ETag. */
  setRevision(revision: number): void
}

type AlwaysGiven = Exclude<
  keyof ContextFields,
  'caller' | 'visitor' | 'role' | 'projectId' | 'access' | 'setRevision'
>

type CallerField<Credential> = Credential extends 'optional' ? 'visitor' : 'caller'

type AccessField<Project, Joins> = [Project] extends [Locator]
  ? [Joins] extends [true]
    ? 'access'
    : 'role' | 'projectId'
  : never

/** The network, which is used before and after the change, never in a transaction. */
export type NetworkFields = {
  storage: Storage
  mail: Mail
  /** For checks of a secret: limits the wrong guesses of the client's network, and in total. */
  guess: (kind: GuessKind, secret: string) => Guess
  views: Views
  /** A signal that is aborted when the client is gone, for work that takes long. */
  gone: () => AbortSignal
}

/**
 * The context of a handler. A handler may run in a transaction, which occupies one of a few database connections, so
 * nothing in this context waits for the network. Reads never run in a transaction: they sign URLs, which may have to
 * fetch credentials.
 */
export type HandlerContext<Route, Credential, Project, Joins> = Pick<
  ContextFields,
  AlwaysGiven | 'setRevision' | CallerField<Credential> | AccessField<Project, Joins>
> &
  (Route extends ReadRoute ? { storage: FileUrls } : unknown)

/** The context of `prepare`. Each statement of its `sql` is committed on its own. */
export type PrepareContext<Credential, Project, Joins> = Pick<
  ContextFields,
  AlwaysGiven | CallerField<Credential> | AccessField<Project, Joins>
> &
  NetworkFields

/** The context of `after`. Each statement of its `sql` is committed on its own. */
export type AfterContext<Credential> = Pick<ContextFields, AlwaysGiven | CallerField<Credential>> &
  NetworkFields

/** The context of any operation, as a call builds it: the declaration decides which of the optional fields are set. */
export type CallContext = Pick<ContextFields, AlwaysGiven> & {
  [Field in Exclude<keyof ContextFields, AlwaysGiven>]?: ContextFields[Field] | undefined
} & { [Field in Exclude<keyof NetworkFields, 'storage'>]?: NetworkFields[Field] | undefined } & {
  storage?: FileUrls | Storage | undefined
}

export type OperationDeclaration<
  Route extends HttpRoute,
  Input extends z.ZodObject,
  O extends Output,
  Prepared,
  Credential extends 'optional' | 'session' | 'share' | undefined,
  Project extends Locator | undefined,
  Joins extends true | undefined,
> = {
  http: Route
  /** The name in the SDK, as in `client.folders.create`, and in the CLI, as in `dailies folders create`. */
  client: `${string}.${string}` | 'ping'
  /** The MCP tool's name, where there is one. */
  tool?: string
  summary: string
  /** When an agent should use the tool. Follows the summary in its description. */
  toolUse?: string

  /** The scope that a credential needs; null for none. An optional credential needs it as well when it is sent. */
  scope: Scope | null
  /**
   * The path parameter that identifies the project or a record in it. Without it the operation is not bound to a
   * project.
   */
  project?: Project
  /** The project roles that may call the operation; required with `project`. */
  roles?: readonly ProjectRole[]
  /** The lowest workspace role that may call the operation. */
  workspaceRole?: WorkspaceRole
  /**
   * The use of a share for which its guests may call the operation. For all other operations, what they name does not exist
   * to them.
   */
  share?: ShareUse
  /** A person can forbid this to an API key or an app of theirs. */
  power?: Power
  tier: Tier
  /**
   * `optional`: requests without a credential are allowed, too, with a rate limit per address.
   * `session`: only browser sessions are allowed; API keys and apps are refused.
   * `share`: only guests of a share are allowed; for others the operation does not exist.
   */
  credential?: Credential

  /** One flat object: keys named in the path come from the path, the rest from the body or the query string. */
  input: Input
  output: O
  /** The error to return for a violated constraint, by constraint name. */
  violations?: Record<string, Violation>
  /** Further fields of the OpenAPI description. */
  extensions?: Readonly<Record<`x-${string}`, unknown>>
  /** The 409 codes that the handler itself throws, for the documentation. */
  conflicts?: readonly ErrorCode[]
  /** The answer contains a secret: it is encrypted when it is stored for retries. */
  confidential?: true
  /** The operation is about one record with a revision: the answer has an ETag, and a change honours If-Match. */
  revision?: true

  /** The result depends on nothing but the caller: it may be sent again for as long as the caller is cached. */
  perCaller?: true

  /**
   * The entry of a successful call in the audit log. A change without it is listed in `operations/unaudited.ts`, with the
   * reason.
   */
  audit?: OperationAudit<z.output<Input>, Result<O>> | readonly OperationAudit<z.output<Input>, Result<O>>[]

  /** A change that is not stored: there are no events to number, and a replica has nothing to catch up with. */
  ephemeral?: true
  /** The handler's statements are committed together. A change that is audited is always committed with its entries. */
  transaction?: true
  /**
   * The first statement of the first step joins `access` itself, so that the check and the work are one round trip.
   * When it returns no row, the reason is looked up; when it does not join `access`, the call fails.
   */
  joinsAccess?: Joins

  /**
   * Uses the network before the change, outside any transaction. It runs again when a call fails or crashes later and
   * is retried, so it must be repeatable, and periodic jobs must clean up what it leaves behind.
   */
  prepare?(input: z.output<Input>, context: PrepareContext<Credential, Project, Joins>): Promise<Prepared>

  /** The change, or the read. May return synchronously when no I/O is needed. */
  handler(
    input: z.output<Input>,
    context: HandlerContext<Route, Credential, Project, Joins>,
    prepared: Prepared,
  ): Result<O> | JsonText<Result<O>> | Promise<Result<O> | JsonText<Result<O>>>

  /**
   * Uses the network once the change is committed, and returns the result for the caller. It does not run again after
   * a crash: a retry with the same key gets the handler's result.
   */
  after?(input: z.output<Input>, context: AfterContext<Credential>, result: Result<O>): Promise<Result<O>>
}

/** An operation is a value. This is the identity function, with types. */
export function defineOperation<
  const Route extends HttpRoute,
  Input extends z.ZodObject,
  const O extends Output,
  Prepared,
  const Credential extends 'optional' | 'session' | 'share' | undefined = undefined,
  const Project extends Locator | undefined = undefined,
  const Joins extends true | undefined = undefined,
>(
  operation: OperationDeclaration<Route, Input, O, Prepared, Credential, Project, Joins>,
): OperationDeclaration<Route, Input, O, Prepared, Credential, Project, Joins> {
  return operation
}

// biome-ignore-start lint/suspicious/noExplicitAny: inputs and results differ per operation; the parse step joins them.
/** Any operation, as the surfaces see it, with the name of its export. */
export type Operation = Omit<
  OperationDeclaration<
    any,
    any,
    any,
    any,
    'optional' | 'session' | 'share' | undefined,
    Locator | undefined,
    true | undefined
  >,
  'audit' | 'prepare' | 'handler' | 'after'
> & {
  name: string
  audit?: AnyAudit | readonly AnyAudit[]
  prepare?(input: any, context: CallContext): Promise<unknown>
  handler(input: any, context: CallContext, prepared: any): unknown
  after?(input: any, context: CallContext, result: any): Promise<unknown>
}
// biome-ignore-end lint/suspicious/noExplicitAny: see above.

export function namedOperations(exports: object): Operation[] {
  return Object.entries(exports).map(([name, declaration]) => ({ ...declaration, name }))
}

export function isRead({ http }: Operation): boolean {
  return http.startsWith('GET ') || http.startsWith('QUERY ')
}

/** Whether all statements of the handler, and the entries of the audit log, are committed together. */
export function isTransaction(operation: Operation): boolean {
  return operation.transaction === true || (operation.audit !== undefined && !isRead(operation))
}

/** Whether the operation reads a list or searches. */
export function isList(operation: Operation): boolean {
  const output = operation.output[1]
  return isRead(operation) && output !== undefined && ('page' in output || output instanceof z.ZodArray)
}

export function methodAndPath(operation: Operation): { method: Method; path: string; pathKeys: string[] } {
  const [method, path] = operation.http.split(' ') as [Method, string]
  const pathKeys = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  return { method, path, pathKeys }
}
