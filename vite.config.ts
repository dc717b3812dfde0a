import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { titles } from './scripts/pinyin.ts'

const server = 'http://localhost:4600'
const root = import.meta.dirname

/** Nothing is painted before the theme is known. Vite drops the attribute from the page it builds. */
const unflashed: Plugin = {
  name: 'unflashed',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<script type="module" crossorigin', '$& blocking="render"'),
  },
}

export default defineConfig({
  plugins: [react(), unflashed, titles(root)],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // in kB: the grid is one part, fetched after sign-in; what is sent before is held by `bench -- bundle-size`
    chunkSizeWarningLimit: 1_000,
  },
  server: { proxy: { '/api': server, '/sandbox': server } },
})
