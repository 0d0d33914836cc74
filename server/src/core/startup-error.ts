/** A problem that the operator must fix before the server can start. The message is one line that says what to do. */
export class StartupError extends Error {
  override name = 'StartupError'
}
