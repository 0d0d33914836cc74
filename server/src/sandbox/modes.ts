/** MEDIA_SANDBOX: `auto` uses what the machine offers, `require` refuses to start without a sandbox, `off` uses none. */
export const sandboxModes = ['auto', 'require', 'off'] as const
export type SandboxMode = (typeof sandboxModes)[number]
