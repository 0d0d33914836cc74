import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  // The server answers `/assets/*` with what the build has named by its content, and nothing else.
  publicDir: false,
  build: {
    target: 'es2023',
    manifest: true,
    // As files: the policy lets no fonts, styles or scripts in that stand in a document or a data URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Viewers are big, and loaded on demand; what must be small is tested.
    chunkSizeWarningLimit: 4_000,
  },
})
