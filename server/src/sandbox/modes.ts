/** What MEDIA_SANDBOX says: the best that the machine offers, not without one, or none. */
export const sandboxModes = ['auto', 'require', 'off'] as const
export type SandboxMode = (typeof sandboxModes)[number]
