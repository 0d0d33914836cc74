type Prefixed = HTMLMediaElement & { mozPreservesPitch?: boolean; webkitPreservesPitch?: boolean }

/** Voices keep their pitch at every speed; older browsers have the setting under a name of their own. */
export function keepPitch(element: HTMLMediaElement): void {
  const prefixed = element as Prefixed
  prefixed.preservesPitch = true
  if ('mozPreservesPitch' in prefixed) prefixed.mozPreservesPitch = true
  if ('webkitPreservesPitch' in prefixed) prefixed.webkitPreservesPitch = true
}
