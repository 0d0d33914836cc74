// Avatars: the image is the body of the request; the crop square is in the query string.

import type { CallOptions } from './options.ts'
import { bytesRequest } from './requests.ts'
import type { Transport } from './transport.ts'

/** A PNG, JPEG or WebP of at most 5 MB. */
export type AvatarImage = Blob | Uint8Array<ArrayBuffer>

export interface AvatarFields {
  /** Left edge of the crop square, in pixels of the upright image. Default: the largest centred square. */
  x?: number | undefined
  /** Top edge of the crop square. */
  y?: number | undefined
  /** Side length of the crop square. */
  size?: number | undefined
}

export interface WorkspaceHelpers {
  /**
   * Set the avatar of the workspace.
   *
   * A browser session only; workspace role `ADMIN` or above; rate limit tier 2.
   * `PUT /api/workspace/avatar`
   */
  setAvatar(image: AvatarImage, fields?: AvatarFields, options?: CallOptions): Promise<{ avatarUrl: string }>
}

export interface AccountHelpers {
  /**
   * Set your avatar.
   *
   * A browser session only; rate limit tier 2.
   * `PUT /api/account/avatar`
   */
  setAvatar(
    image: AvatarImage,
    fields?: AvatarFields & {
      /** Set it for this workspace only, instead of the avatar of the account. */
      thisWorkspaceOnly?: boolean | undefined
    },
    options?: CallOptions,
  ): Promise<{ avatarUrl: string }>
}

/** Creates the `setAvatar` method of a resource. */
export function avatarHelper(transport: Transport, resource: 'account' | 'workspace'): AccountHelpers {
  const info = {
    client: `${resource}.setAvatar`,
    http: `PUT /api/${resource}/avatar`,
    credential: 'session',
  } as const
  return {
    async setAvatar(image, fields = {}, options) {
      const body = image instanceof Blob ? image : new Blob([image])
      const answer = await transport.send(bytesRequest(info, body, { ...fields }), options)
      return (answer as { data: { avatarUrl: string } }).data
    },
  }
}
