/** Where the app is. What a path below these means, the app says. */
export const appPaths = ['/', '/projects/*', '/files/*', '/settings', '/settings/*', '/skills', '/skills/*']

export function isAppPath(path: string): boolean {
  return appPaths.some((one) => (one.endsWith('*') ? path.startsWith(one.slice(0, -1)) : path === one))
}
