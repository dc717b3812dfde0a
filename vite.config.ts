import { existsSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { titles } from './scripts/pinyin.ts'

const server = 'http://localhost:4600'
const root = import.meta.dirname

/** Stands in for `titles` while languages are missing. */
const untitled: Plugin = {
  name: 'untitled',
  resolveId: (id) => (id === 'virtual:titles' ? '\0untitled' : null),
  load: (id) => (id === '\0untitled' ? 'export const titles = {}' : null),
}
/** Nothing is painted before the theme is known. Vite drops the attribute from the page it builds. */
const unflashed: Plugin = {
  name: 'unflashed',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<script type="module" crossorigin', '$& blocking="render"'),
  },
}
const translated = existsSync(join(root, 'locales/ja/menu.json'))

export default defineConfig({
  plugins: [react(), unflashed, translated ? titles(root) : untitled],
  build: { outDir: 'dist/web', emptyOutDir: true, assetsInlineLimit: 0 },
  server: { proxy: { '/api': server, '/sandbox': server } },
})
