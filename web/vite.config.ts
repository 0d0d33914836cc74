import { globSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { createGroups } from './chunks.ts'

const folder = import.meta.dirname

export default defineConfig({
  plugins: [react()],
  // The server only serves `/assets/*` that the build has named by content hash.
  publicDir: false,
  build: {
    // The first versions with light-dark(). The fallback for older browsers would ignore a dark stage in a light page.
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    target: 'es2023',
    manifest: true,
    // Separate files: the content security policy forbids inline fonts, styles and scripts, and data URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Viewers are large and loaded on demand; first-load.test.ts limits what every page loads.
    chunkSizeWarningLimit: 4_000,
    rolldownOptions: {
      input: globSync('*.html', { cwd: folder }).map((name) => join(folder, name)),
      // Plugin timings are not a warning that a person who starts the server needs.
      checks: { bundlerTimings: false },
      output: { codeSplitting: { groups: createGroups(folder) } },
    },
  },
})
