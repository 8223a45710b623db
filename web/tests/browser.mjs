// A server of our own and a real browser, for every test file.

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { chromium } from 'playwright-core'

/** Where pictures are put, for people to look at. */
export const artifacts = process.env.ARTIFACTS ?? fileURLToPath(new URL('../../target/page', import.meta.url))
mkdirSync(artifacts, { recursive: true })
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** The program that is tested. */
export const poda = process.env.PODA ?? fileURLToPath(new URL('../../target/quick/poda', import.meta.url))

/** Chromium without a window of its own takes half the time, where the system has it. */
export const chromiumPath =
  process.env.CHROMIUM ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path))

/** Starts the server, on a free port if none is named, and gives its address. */
async function serve(folder, port, flags) {
  const words = ['serve', '--port', String(port), '--data', folder, '--lang', 'en', ...flags]
  const child = spawn(poda, words, { stdio: ['ignore', 'ignore', 'pipe'] })
  const { address, token } = await new Promise((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (bytes) => {
      said += bytes
      const found = /(http:\/\/[\d.:]+)(?:\/\?(token=\w+))? \(/.exec(said)
      if (found) resolve({ address: found[1], token: found[2] })
    })
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`poda serve ended with ${code}: ${said}`)))
  })
  return { child, address, token }
}

export class World {
  static async open(...flags) {
    const world = new World()
    world.folder = mkdtempSync(join(tmpdir(), 'poda-'))
    await world.rise(0, flags)
    world.browser = await chromium.launch({
      executablePath: chromiumPath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    })
    return world
  }

  /** The server comes, or comes back where it was. */
  async rise(port = new URL(this.address).port, flags = []) {
    Object.assign(this, await serve(this.folder, port, flags))
  }

  /** The server goes, as if somebody had pulled the plug. */
  async fall() {
    const gone = new Promise((resolve) => this.child.once('close', resolve))
    this.child.kill('SIGKILL')
    await gone
  }

  async close() {
    await this.browser.close()
    await this.fall()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** A page of a new person. Anything that the browser complains about fails the test when it is closed. */
  async visit(path, options = {}) {
    const context = await this.browser.newContext({
      viewport: options.viewport ?? (options.phone ? { width: 390, height: 844 } : { width: 1280, height: 860 }),
      hasTouch: !!options.phone,
      isMobile: !!options.phone,
      locale: options.locale ?? 'en-GB',
      colorScheme: options.dark ? 'dark' : 'light',
      reducedMotion: options.moving ? 'no-preference' : 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    // Generous: a machine that does other things too is no reason to fail.
    context.setDefaultTimeout(60_000)
    if (options.before) await context.addInitScript(options.before)
    const page = await context.newPage()
    page.complaints = []
    // Conditions are looked at twenty times a second, not with every frame: frames are drawn by the processor here.
    const waitForFunction = page.waitForFunction.bind(page)
    page.waitForFunction = (claim, value, options) => waitForFunction(claim, value, { polling: 50, ...options })
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') page.complaints.push(message.text())
    })
    page.on('pageerror', (error) => page.complaints.push(error.message))
    // What is expected may come late, so it is left out at the end.
    page.done = async (expected) => {
      await context.close()
      const complaints = page.complaints.filter((text) => !expected?.test(text))
      if (complaints.length > 0) throw new Error(`the browser complains: ${complaints.join('; ')}`)
    }
    await page.goto(options.token ? `${this.address}${path}?${this.token}` : this.address + path)
    return page
  }
}

/** What axe-core finds, as short lines. */
export async function violations(page) {
  await page.addScriptTag({ path: axe }).catch(async () => {
    // The page's policy forbids foreign scripts, as it should: axe comes in by the debugger's door.
    const { readFileSync } = await import('node:fs')
    await page.evaluate(readFileSync(axe, 'utf8'))
  })
  page.complaints = page.complaints.filter((text) => !text.includes('Content Security Policy'))
  const found = await page.evaluate(async () => {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    // A rule that axe-core counts as experimental, and that speech input needs.
    const rules = { 'label-content-name-mismatch': { enabled: true } }
    const result = await globalThis.axe.run(document, { runOnly: { type: 'tag', values: tags }, rules })
    return result.violations.map((rule) => ({
      id: rule.id,
      nodes: rule.nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`),
    }))
  })
  return found.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node}`))
}

/** Who has won or is to move, as the page says it. */
export const status = (page) => page.locator('.status').innerText()

/** Waits until what is said of the page holds; if it does not in time, fails as it last did. */
export async function soon(claim, within = 10_000) {
  const deadline = Date.now() + within
  for (;;) {
    try {
      return await claim()
    } catch (error) {
      if (error.code !== 'ERR_ASSERTION' || Date.now() > deadline) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Waits until the position on the screen is the one that is meant, nobody thinks, and that many plies were played. */
export async function settled(page, plies = 0) {
  await page.waitForFunction(
    (least) =>
      document.querySelectorAll('[data-ply]').length >= least &&
      document.querySelector('.stage[aria-busy=false]') !== null &&
      // The first board of its kind is fetched after the page; an empty one holds its place.
      document.querySelector('.stage svg.board-drawing[aria-hidden]') === null,
    plies,
  )
}

/** Waits until so many pieces are on the board: one that leaves it fades first. */
export async function pieces(page, wanted) {
  await page.waitForFunction((wanted) => document.querySelectorAll('.piece').length === wanted, wanted)
}

/** Waits until the address says so: it is written after the board is drawn. */
export async function asked(page, wanted) {
  const words = Object.entries(wanted)
  await page.waitForFunction((words) => {
    const query = new URL(location.href).searchParams
    return words.every(([name, value]) => query.get(name) === value)
  }, words)
}
