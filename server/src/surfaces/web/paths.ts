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

/** The pages of shares: below it is the key of the link, and the file that is shown. */
export const sharePath = '/s/*'

export function isAppPath(path: string): boolean {
  return appPaths.some((one) => isBelow(path, one))
}

export function isSharePath(path: string): boolean {
  return isBelow(path, sharePath)
}

function isBelow(path: string, pattern: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
}
