// A folder of files behind the plainest of servers, and a real browser: the page without a server of its own.

import { createServer } from 'node:http'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

import { chromium } from 'playwright-core'

import { chromiumPath } from './browser.mjs'

// What a service worker asks for is to be seen too.
process.env.PW_EXPERIMENTAL_SERVICE_WORKER_NETWORK_EVENTS = '1'

/** What `cargo xtask site` has made. */
export const site = process.env.SITE ?? fileURLToPath(new URL('../../target/site', import.meta.url))
/** Nothing but files, somewhere below the root. */
const FOLDER = '/class/2026/poda/'
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
}

const kept = new Map()
function squeezed(file) {
  if (!kept.has(file)) kept.set(file, gzipSync(readFileSync(file), { level: 9 }))
  return kept.get(file)
}

/** The bytes that the page had asked for when its first board was drawn, heads included. */
export const bytesOfFirstBoard = (page) =>
  page.evaluate(() => {
    const [{ startTime }] = performance.getEntriesByName('poda: first board')
    const asked = performance.getEntriesByType('resource').filter((entry) => entry.startTime < startTime)
    return [...performance.getEntriesByType('navigation'), ...asked].reduce((sum, { transferSize }) => sum + transferSize, 0)
  })

/** Serves the folder; `types` says otherwise what some files are, `squeeze` compresses as a host would, `edit` changes what a file says. */
function serve({ types = {}, squeeze = false, edit }, strays) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://folder').pathname)
    if (!path.startsWith(FOLDER)) strays.push(path)
    const name = path.startsWith(FOLDER) ? normalize(path.slice(FOLDER.length) || 'index.html') : '..'
    const file = join(site, name)
    if (name.startsWith('..') || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end(`no file ${path}`)
      return
    }
    const kind = extname(file)
    const type = { ...TYPES, ...types }[kind] ?? 'application/octet-stream'
    const isSmall = ['.woff2', '.png'].includes(kind)
    const content = squeeze && !isSmall ? squeezed(file) : (edit?.(name, readFileSync(file)) ?? readFileSync(file))
    const coding = squeeze && !isSmall ? { 'content-encoding': 'gzip' } : {}
    response.writeHead(200, { 'content-type': type, 'content-length': content.length, ...coding }).end(content)
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

export class Folder {
  static async open(options = {}) {
    const folder = new Folder()
    folder.strays = []
    folder.server = await serve(options, folder.strays)
    folder.address = `http://127.0.0.1:${folder.server.address().port}${FOLDER}`
    folder.browser = await chromium.launch({
      executablePath: chromiumPath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    })
    return folder
  }

  async close() {
    await this.browser.close()
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  /** The server goes away for good: the same as no network, whoever asks. */
  async cut() {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
    this.server = { closeAllConnections() {}, close: (done) => done() }
  }

  /** A person with a browser of their own. */
  async person(options = {}) {
    const context = await this.browser.newContext({
      viewport: options.viewport ?? (options.phone ? { width: 390, height: 844 } : { width: 1280, height: 860 }),
      hasTouch: !!options.phone,
      isMobile: !!options.phone,
      locale: options.locale ?? 'en-GB',
      colorScheme: options.dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      acceptDownloads: true,
    })
    // Generous: a machine that does other things too is no reason to fail.
    context.setDefaultTimeout(60_000)
    context.strays = []
    // Whatever is asked for, by pages, their workers and their service worker.
    context.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(this.address) && !/^(data|blob):/.test(url)) context.strays.push(url)
    })
    return context
  }

  /** A page of somebody, still empty if there is no path. Anything that the browser complains about, unless it is `expected`, or that is asked for elsewhere, fails the test when it is closed. */
  async visit(path = '', options = {}) {
    const context = options.context ?? (await this.person(options))
    if (options.before) await context.addInitScript(options.before)
    const page = await context.newPage()
    page.complaints = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !options.expected?.test(message.text())) page.complaints.push(message.text())
    })
    page.on('pageerror', (error) => page.complaints.push(error.message))
    page.done = async () => {
      await (options.context ? page : context).close()
      const strays = [...context.strays, ...this.strays]
      if (strays.length > 0) throw new Error(`the page asks elsewhere: ${strays.join(' ')}`)
      if (page.complaints.length > 0) throw new Error(`the browser complains: ${page.complaints.join('; ')}`)
    }
    if (path !== null) await page.goto(this.address + path)
    return page
  }
}
