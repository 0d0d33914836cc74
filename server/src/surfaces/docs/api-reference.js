// Starts Scalar. Nothing of it may call home: no fonts, no telemetry, no proxy, no assistant.
Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  // The page is read at this address, whatever BASE_URL says, and may call no other.
  servers: [{ url: location.origin }],
  theme: 'none',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  hideDarkModeToggle: true,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  metaData: { title: 'API reference · Dailies' },
})
