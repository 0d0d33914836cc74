// Addresses in the app, for people who read what an agent tells them.
import { webAddress } from '../../../records/web-address.ts'

const nowhere = { projectId: null, fileId: null, versionId: null, commentId: null }

export const fileUrl = (origin: string, fileId: string) => webAddress(origin, { ...nowhere, fileId })

/** With `{id}` in place of the comment: one address for a list of comments. */
export const commentUrl = (origin: string, fileId: string) =>
  webAddress(origin, { ...nowhere, fileId, commentId: '{id}' })

export const versionUrl = (origin: string, projectId: string, versionId: string) =>
  webAddress(origin, { ...nowhere, projectId, versionId })

export const projectUrl = (origin: string, projectId: string) => webAddress(origin, { ...nowhere, projectId })

/** The page of a file or a project, opened at a comment. */
export const noteUrl = (origin: string, projectId: string, fileId: string | undefined, commentId: string) =>
  webAddress(origin, { ...nowhere, projectId, fileId: fileId ?? null, commentId })
