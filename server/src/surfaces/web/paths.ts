/** The paths of the app. The app itself routes the paths below them. */
export const appPaths = [
  '/',
  '/projects',
  '/projects/*',
  '/files/*',
  '/notifications',
  '/settings',
  '/settings/*',
  '/skills',
  '/skills/*',
]

export function isAppPath(path: string): boolean {
  return appPaths.some((one) => (one.endsWith('*') ? path.startsWith(one.slice(0, -1)) : path === one))
}
