/** Something the operator must mend before we can start. The message is one clear line that says what to do. */
export class StartupError extends Error {
  override name = 'StartupError'
}
