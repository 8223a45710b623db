import { fileURLToPath } from 'node:url'

import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { licenses } from './licenses.js'
import { site } from './site.js'

// `vite build` makes the page of a server, `vite build --mode site` the same page as a folder of files (docs/site.md).
export default defineConfig(({ mode }) => {
  const isSite = mode === 'site'
  const here = (path) => fileURLToPath(new URL(path, import.meta.url))
  return {
    base: isSite ? './' : '/',
    plugins: [svelte(), licenses(), ...(isSite ? site() : [])],
    // What only the other form needs is not in this one.
    define: { __SITE__: isSite },
    resolve: {
      alias: {
        $transport: here(`./src/lib/transport/${isSite ? 'site' : 'server'}.ts`),
        $fonts: here(isSite ? './src/lib/site/fonts.ts' : './src/fonts.ts'),
      },
    },
    worker: { format: 'es' },
    // Everything is a file of its own: the page's policy forbids what is inline.
    build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, target: 'es2022' },
    server: { proxy: { '/api': { target: 'http://127.0.0.1:7878', ws: true } } },
    test: { include: ['unit/**/*.test.ts'], setupFiles: ['unit/setup.ts'] },
  }
})
