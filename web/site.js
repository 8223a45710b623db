// What the page of a folder has beside the page itself: the engines (`poda.wasm`, what a game needs; `more.wasm`, everything) and their book of openings, a manifest with
// icons, and a service worker that keeps all of it, so that the second visit needs no network.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const digest = (...contents) => contents.reduce((hash, content) => hash.update(content), createHash('sha256')).digest('hex').slice(0, 12)

/** What a page of files may load: only what lies beside it. The server's page has the same by a header. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** What stands on the page until its scripts come, and for good where they cannot be had or cannot be read. */
const WAITING =
  '<figure><h1>Poda</h1><p lang="en">Loading… If this stays here, the browser is too old for this page, or files of it are missing.</p>' +
  '<p lang="es">Cargando… Si esto se queda aquí, el navegador es demasiado antiguo para esta página, o le faltan ficheros.</p></figure>'

/** The folder with `poda.wasm`, `more.wasm` and `book.bin`, which `cargo xtask site` makes. */
function modules() {
  const folder = process.env.PODA_MODULE
  if (!folder) throw new Error('PODA_MODULE names no folder with poda.wasm, more.wasm and book.bin: cargo xtask site makes one and builds the page with it')
  return Object.fromEntries(['poda.wasm', 'more.wasm', 'book.bin'].map((name) => [name, readFileSync(join(folder, name))]))
}

/** Plugins of Vite for `--mode site`. */
export function site() {
  const files = modules()
  const address = (name) => `${name}?v=${digest(files[name])}`
  const own = Object.fromEntries(readdirSync(here('site')).map((name) => [name, readFileSync(here(`site/${name}`))]))
  const worker = own['sw.js'].toString()
  delete own['sw.js']
  return [
    {
      name: 'poda-site',
      config: () => ({ define: { __MODULE__: JSON.stringify({ engines: address('poda.wasm'), more: address('more.wasm'), book: address('book.bin') }) } }),
      transformIndexHtml: {
        order: 'post',
        handler: (html) => ({
          html: html.replace('href="/icon.svg"', 'href="./icon.svg"').replace('<div id="page">', `<div id="page">${WAITING}`),
          tags: [
            { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY }, injectTo: 'head-prepend' },
            { tag: 'link', attrs: { rel: 'manifest', href: './manifest.webmanifest' }, injectTo: 'head' },
            { tag: 'link', attrs: { rel: 'apple-touch-icon', href: './icon-180.png' }, injectTo: 'head' },
            { tag: 'meta', attrs: { name: 'theme-color', content: '#f4efe2', media: '(prefers-color-scheme: light)' }, injectTo: 'head' },
            { tag: 'meta', attrs: { name: 'theme-color', content: '#0f1713', media: '(prefers-color-scheme: dark)' }, injectTo: 'head' },
            // The engines are most of what is fetched: they begin with the page.
            { tag: 'link', attrs: { rel: 'preload', href: `./${address('poda.wasm')}`, as: 'fetch', type: 'application/wasm', crossorigin: '' }, injectTo: 'head' },
          ],
        }),
      },
      generateBundle: {
        order: 'post',
        handler(_, bundle) {
          for (const [fileName, source] of Object.entries({ ...files, ...own })) this.emitFile({ type: 'asset', fileName, source })
          const built = Object.values(bundle).map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source])
          const all = [...built, ...Object.entries({ ...files, ...own }), ['icon.svg', readFileSync(here('public/icon.svg'))]]
          all.sort(([one], [other]) => (one < other ? -1 : 1))
          const version = digest(...all.flat())
          // Letters that neither language of the page has are fetched when somebody writes them.
          const names = all.map(([name]) => (files[name] ? address(name) : name)).filter((name) => name !== 'index.html' && !/-(latin-ext|vietnamese)-/.test(name))
          const source = worker.replace('__VERSION__', JSON.stringify(version)).replace('__FILES__', JSON.stringify(['./', ...names]))
          this.emitFile({ type: 'asset', fileName: 'sw.js', source })
        },
      },
    },
  ]
}
