import type { z } from 'zod'
import type { Caller, Locator, ProjectRole, Scope, WorkspaceRole } from './access.ts'
import type { ErrorCode, Violation } from './errors.ts'
import type { Guess, GuessKind } from './guesses.ts'
import type { Mail } from './mail.ts'
import type { CursorPage, CursorSigner, NumberedPage, PageOutput } from './pages.ts'
import type { Model, Provider } from './provider.ts'
import type { SecretBox } from './secret-box.ts'
import type { UrlSigner } from './signed-urls.ts'
import type { Fragment, Sql } from './sql.ts'
import type { FileUrls, Storage } from './storage.ts'

export type Tier = 'default' | 2 | 3 | 4

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'QUERY'
export type HttpRoute = `${Method} /api/${string}`
type ReadRoute = `${'GET' | 'QUERY'} ${string}`

/** The status of success and what it carries. */
export type Output =
  | readonly [204]
  | readonly [200 | 201 | 202, z.ZodType]
  | readonly [200, PageOutput<z.ZodType>]

/** What a handler must return for its declared output. */
export type Result<O> = O extends readonly [204]
  ? undefined
  : O extends readonly [200, PageOutput<infer Item, infer Style>]
    ? Style extends 'cursor'
      ? CursorPage<z.output<Item>>
      : NumberedPage<z.output<Item>>
    : O extends readonly [number, infer Schema extends z.ZodType]
      ? z.output<Schema>
      : never

/** A result that is JSON already: one that is asked for often and changes seldom is written once. */
export class Written {
  readonly json: string
  constructor(result: unknown) {
    this.json = JSON.stringify({ data: result })
  }
}

/** How many bytes may be stored; undefined: any number. */
export type Quotas = { workspace: number | undefined; guest: number | undefined }

/**
 * What a handler gets. It may run in a transaction, which holds one of a few database connections, so nothing in here
 * waits for the network: that is what `prepare` and `after` are for.
 */
export type Context = {
  /** One statement at a time, or all in one transaction when the operation declares `transaction`. */
  sql: Sql
  /** Who calls. Not there when the operation needs no credential and none was sent: see `visitor`. */
  caller: Caller
  /** Who calls, or undefined for somebody without a credential. */
  visitor: Caller | undefined
  cursors: CursorSigner
  quotas: Quotas
  /** Who makes what models make, as far as it is known without asking them. */
  providers: { forModel(model: Model): Pick<Provider, 'name' | 'limits' | 'validate'> | undefined }
  secrets: SecretBox
  /** Signs the URLs of plain routes that need no credential. */
  urls: UrlSigner
  /** Private hosts (`host` or `host:port`) that webhooks may reach. */
  webhookHosts: readonly string[]
  /** Throws 503 on a restored copy, which must reach nobody. */
  requireLive: () => void
  /** What browsers call us, for links. */
  origin: () => string
  /** The caller's role in the project. Not there when the first step joins `access` itself. */
  role: ProjectRole
  /** The project that the path names or leads to. Not there when the first step joins `access` itself. */
  projectId: string
  /** Joined as `from ${access}`: one row when the caller may do this, else none. */
  access: Fragment
  /** Throws 412 unless the request's If-Match, when it has one, names this revision. */
  requireMatch(revision: number): void
  /** Gives the answer an ETag. */
  setRevision(revision: number): void
}

/** The handler of a read never runs in a transaction. Signing a URL may have to fetch credentials first. */
export type ReadContext = Context & { storage: FileUrls }

/** What `prepare` and `after` get: the network, and `sql` whose statements are committed one by one. */
export type OutsideContext = Omit<Context, 'setRevision'> & {
  storage: Storage
  mail: Mail
  /** For checks of a secret: limits how many wrong ones come from the client's network, and in all. */
  guess: (kind: GuessKind, secret: string) => Guess
}

export type OperationDeclaration<
  Route extends HttpRoute,
  Input extends z.ZodObject,
  O extends Output,
  Prepared,
> = {
  http: Route
  /** Its name in the SDK, as in `client.folders.create`, and in the CLI, as in `dailies folders create`. */
  client: `${string}.${string}` | 'ping'
  /** The MCP tool's name, where there is one. */
  tool?: string
  summary: string
  /** When an agent should use the tool. Follows the summary in its description. */
  toolUse?: string

  /** null: any credential. Where a credential is optional, one that is sent must hold it. */
  scope: Scope | null
  /** The path parameter that names the project or leads to it. Without it the operation is not bound to a project. */
  project?: Locator
  /** The project roles that may call it; goes with `project`. */
  roles?: readonly ProjectRole[]
  /** The least workspace role that may call it. */
  workspaceRole?: WorkspaceRole
  tier: Tier
  /**
   * `optional`: whoever has no credential may call it too; the limit is then per address.
   * `session`: only people in a browser may call it, no API key and no app.
   */
  credential?: 'optional' | 'session'

  /** One flat object: keys named in the path come from the path, the rest from the body or the query string. */
  input: Input
  output: O
  /** Constraint name → what its violation means to the caller. */
  violations?: Record<string, Violation>
  /** What its OpenAPI description says besides. */
  extensions?: Readonly<Record<`x-${string}`, unknown>>
  /** The 409s that the handler throws itself, so that the documents name them too. */
  conflicts?: readonly ErrorCode[]
  /** Its answer shows a secret, so that what is kept for retries is sealed. */
  confidential?: true
  /** It is about one record with a revision: the answer carries it as ETag, and a change honours If-Match. */
  revision?: true

  /** The handler's statements are committed together. */
  transaction?: true
  /**
   * The first statement of the first step joins `access` itself, so that the check and the work are one round trip.
   * When it returns no row, the reason is looked up; when it does not join `access`, the call fails.
   */
  joinsAccess?: true

  /**
   * What must be asked of the network before the change, outside any transaction. A call that fails or crashes later is
   * prepared again, so it must be repeatable, and what it leaves behind must be removed by the clean-up.
   */
  prepare?(input: z.output<Input>, context: OutsideContext): Promise<Prepared>

  /** The change, or the read. May return synchronously when no I/O is needed. */
  handler(
    input: z.output<Input>,
    context: Route extends ReadRoute ? ReadContext : Context,
    prepared: Prepared,
  ): Result<O> | Written | Promise<Result<O>>

  /**
   * What the network is told once the change is committed. Returns the result that the caller gets; after a crash it is
   * not run again, and a retry with the same key gets the handler's result.
   */
  after?(input: z.output<Input>, context: OutsideContext, result: Result<O>): Promise<Result<O>>
}

/** An operation is a value. This is the identity function, with types. */
export function defineOperation<
  const Route extends HttpRoute,
  Input extends z.ZodObject,
  const O extends Output,
  Prepared,
>(
  operation: OperationDeclaration<Route, Input, O, Prepared>,
): OperationDeclaration<Route, Input, O, Prepared> {
  return operation
}

/** Any operation, as the surfaces see it: its name is the name it is exported under. */
// biome-ignore lint/suspicious/noExplicitAny: inputs and results differ per operation; the parse step joins them.
export type Operation = OperationDeclaration<any, any, any, any> & { name: string }

export function namedOperations(exports: object): Operation[] {
  return Object.entries(exports).map(([name, declaration]) => ({ ...declaration, name }))
}

export function isRead({ http }: Operation): boolean {
  return http.startsWith('GET ') || http.startsWith('QUERY ')
}

export function methodAndPath(operation: Operation): { method: Method; path: string; pathKeys: string[] } {
  const [method, path] = operation.http.split(' ') as [Method, string]
  const pathKeys = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  return { method, path, pathKeys }
}
