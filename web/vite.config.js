import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { licenses } from './licenses.js'

export default defineConfig({
  plugins: [svelte(), licenses()],
  // Everything is a file of its own: the page's policy forbids what is inline.
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, target: 'es2022' },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:7878', ws: true } } },
  test: { include: ['unit/**/*.test.ts'], setupFiles: ['unit/setup.ts'] },
})
