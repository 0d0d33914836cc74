// Avatars: the image is the body of the request, and the square to cut out is in the query string.

import type { CallOptions } from './options.ts'
import { bytesRequest } from './requests.ts'
import type { Transport } from './transport.ts'

/** A PNG, JPEG or WebP of at most 5 MB. */
export type AvatarImage = Blob | Uint8Array<ArrayBuffer>

export interface AvatarFields {
  /** Left edge of the square to cut out, in pixels of the upright image. Without a square: the largest at the centre. */
  x?: number | undefined
  /** Top edge of the square. */
  y?: number | undefined
  /** Side of the square. */
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
   * Set the own avatar.
   *
   * A browser session only; rate limit tier 2.
   * `PUT /api/account/avatar`
   */
  setAvatar(
    image: AvatarImage,
    fields?: AvatarFields & {
      /** Only what this workspace shows, instead of the avatar of the account. */
      thisWorkspaceOnly?: boolean | undefined
    },
    options?: CallOptions,
  ): Promise<{ avatarUrl: string }>
}

/** The helper of a path that takes an avatar. */
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
