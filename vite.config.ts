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

/** What the entry imports; the entry itself stays what the page names. */
const startModule = /[\\/](src|contract|node_modules)[\\/](?!main\.tsx$)/

export default defineConfig({
  plugins: [react(), unflashed, titles(root)],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // in kB: console and grid are one chunk each, fetched after sign-in; what is sent before is held by `bench -- bundle-size`
    chunkSizeWarningLimit: 1_200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // one chunk before sign-in and one after it: cut along what every page shares they were 130, each with its own request
          groups: [
            { name: 'start', tags: ['$initial'], test: startModule, priority: 1 },
            { name: 'console', test: /[\\/]pages[\\/]Console\.tsx$/ },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/sandbox': server } },
})
