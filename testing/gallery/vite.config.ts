import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** `npx vite testing/gallery` serves the gallery; e2e/gallery.test.ts builds it. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwind()],
  // Fonts as files, as in the Studio.
  build: { assetsInlineLimit: 0 },
})
