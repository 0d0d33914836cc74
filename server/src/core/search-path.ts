/** Where programs are found; no setting of ours. */
export function searchPath(): string {
  return process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin'
}
