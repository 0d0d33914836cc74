// The client: a method for each operation, from the generated table, and the helpers that take several requests.
import { type ArchiveHelpers, archiveHelpers } from './archives.ts'
import { type AccountHelpers, avatarHelper, type WorkspaceHelpers } from './avatars.ts'
import { type OperationInfo, type OperationName, operations } from './generated/operations.ts'
import type { Calls, Resources } from './generated/resources.ts'
import {
  type AttachmentHelpers,
  attachmentHelpers,
  type EventHelpers,
  eventHelpers,
  type FileHelpers,
  fileHelpers,
  type GenerationAttachmentHelpers,
  generationAttachmentHelpers,
  type NotificationHelpers,
  notificationHelpers,
} from './helpers.ts'
import { CursorList, type CursorPage, NumberedList, type NumberedPage } from './lists.ts'
import type { CallOptions, DailiesOptions } from './options.ts'
import { apiRequest, type Fields, pathKeys } from './requests.ts'
import { Transport } from './transport.ts'

/** The input of an operation; optional when no field is required. */
export type CallArguments<Name extends OperationName> =
  Record<never, never> extends Calls[Name]['input']
    ? [input?: Calls[Name]['input'], options?: CallOptions]
    : [input: Calls[Name]['input'], options?: CallOptions]

/** Adds a method for each operation to the object, as in `folders.create`. */
class Methods {
  constructor(transport: Transport) {
    for (const info of Object.values<OperationInfo>(operations)) {
      const names = info.client.split('.')
      const verb = names.pop()!
      let target = this as Record<string, unknown>
      for (const name of names) {
        target[name] ??= {}
        target = target[name] as Record<string, unknown>
      }
      target[verb] = method(transport, info)
    }
  }
}

/** The client of the Dailies API. */
type Client = Omit<
  Resources,
  | 'archives'
  | 'files'
  | 'commentAttachments'
  | 'generationAttachments'
  | 'events'
  | 'notifications'
  | 'account'
  | 'workspace'
> & {
  readonly account: Resources['account'] & AccountHelpers
  readonly workspace: Resources['workspace'] & WorkspaceHelpers
  readonly archives: Resources['archives'] & ArchiveHelpers
  readonly files: Resources['files'] & FileHelpers
  readonly commentAttachments: Resources['commentAttachments'] & AttachmentHelpers
  readonly generationAttachments: Resources['generationAttachments'] & GenerationAttachmentHelpers
  readonly events: Resources['events'] & EventHelpers
  readonly notifications: Resources['notifications'] & NotificationHelpers
}

const TypedMethods = Methods as new (transport: Transport) => Client

export class Dailies extends TypedMethods {
  readonly #transport: Transport

  constructor(options: DailiesOptions = {}) {
    const transport = new Transport(options)
    super(transport)
    this.#transport = transport
    const { archives, files, commentAttachments, generationAttachments, events, account, workspace } = this
    Object.assign(archives, archiveHelpers(transport, archives))
    Object.assign(files, fileHelpers(transport, files))
    Object.assign(commentAttachments, attachmentHelpers(transport, commentAttachments))
    Object.assign(generationAttachments, generationAttachmentHelpers(transport, generationAttachments))
    Object.assign(events, eventHelpers(transport))
    Object.assign(this.notifications, notificationHelpers(transport))
    Object.assign(account, avatarHelper(transport, 'account'))
    Object.assign(workspace, avatarHelper(transport, 'workspace'))
  }

  /** Calls an operation by name with one flat input object. A list returns one page. */
  async call<Name extends OperationName>(
    name: Name,
    ...[input = {}, options]: CallArguments<Name>
  ): Promise<Calls[Name]['output']> {
    const info: OperationInfo | undefined = Object.hasOwn(operations, name) ? operations[name] : undefined
    if (!info) throw new TypeError(`Unknown operation: ${name}`)
    return callOnce(this.#transport, info, input as Fields, options) as Promise<Calls[Name]['output']>
  }
}

/** Path parameters, then fields if the operation has any, then options. */
function method(transport: Transport, info: OperationInfo) {
  const keys = pathKeys(info)
  return (...args: unknown[]) => {
    const input: Fields = {}
    if (info.fields) Object.assign(input, args[keys.length])
    for (const [i, key] of keys.entries()) input[key] = args[i]
    const options = args[keys.length + (info.fields ? 1 : 0)] as CallOptions | undefined
    if (info.paging === undefined) return callOnce(transport, info, input, options)
    const load = (page: Fields) => callOnce(transport, info, { ...input, ...page }, options)
    if (info.paging === 'number')
      return new NumberedList((page) => load({ page }) as Promise<NumberedPage<unknown>>)
    const newestFirst = info.paging === 'chat' && opensAtNewest(input)
    return new CursorList((cursor) => load({ ...cursor }) as Promise<CursorPage<unknown>>, newestFirst)
  }
}

function opensAtNewest({ sort }: Fields): boolean {
  const { type = 'createdAt', direction = 'asc' } = (sort ?? {}) as { type?: string; direction?: string }
  return type === 'createdAt' && direction === 'asc'
}

async function callOnce(
  transport: Transport,
  info: OperationInfo,
  input: Fields,
  options?: CallOptions,
): Promise<unknown> {
  const answer = (await transport.send(apiRequest(info, input), options)) as
    | { data: unknown; page?: object }
    | undefined
  return info.paging ? { data: answer!.data, ...answer!.page } : answer?.data
}
