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
    rolldownOptions: {
      // How long plugins took is no warning to whoever starts the server.
      checks: { bundlerTimings: false },
      output: {
        // What everybody loads first is two files and not forty: they compress better together, by 9 % of all.
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 1 },
            {
              name: 'projects',
              test: /src\/(projects\/projects-page|project\/project-frame|project\/files\/files-page)\.tsx$/,
            },
          ],
        },
      },
    },
  },
})
