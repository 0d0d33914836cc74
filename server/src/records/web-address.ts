// The addresses of pages in the web app, for messages that lead there.

export type Place = {
  projectId: string | null
  fileId: string | null
  versionId: string | null
  commentId: string | null
}

/** The page of a file, a review or a project; with a comment, the page opens at it. */
export function webAddress(origin: string, { projectId, fileId, versionId, commentId }: Place): string {
  const project = projectId === null ? origin : `${origin}/projects/${projectId}`
  if (fileId !== null) return `${origin}/files/${fileId}${commentId === null ? '' : `?comment=${commentId}`}`
  if (commentId !== null) return `${project}/comments?comment=${commentId}`
  return versionId === null ? project : `${project}/versions/${versionId}`
}
