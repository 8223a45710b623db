// The pictures of the page in the documentation, taken in Chromium from a real server: `cargo xtask pictures`.
// They wait for marks of the page's structure, never for its words, because they are taken in both languages.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { World } from './browser.mjs'

const folder = process.env.PICTURES
if (!folder) throw new Error('PICTURES has to name the folder for the pictures')

const LOCALES = { en: 'en-GB', es: 'es-ES' }
const HUMANS = 'first=human&second=human'

/** A position in which the solver has proved the value of every move. */
async function proved(page) {
  const analysis = page.locator('section[aria-labelledby=analysis-title]')
  await analysis.locator('button[aria-pressed]').click()
  await page.waitForFunction(() => {
    const rows = [...document.querySelectorAll('section[aria-labelledby=analysis-title] ol li')]
    return rows.length === 7 && rows.every((row) => row.querySelector('svg'))
  })
}

/** A tree in which a node with pruned children is open and selected. */
async function pruned(page) {
  await page.locator('[data-node="2.5"]').click()
  await page.locator('[data-node="2.5.7"]').waitFor()
  await page.mouse.move(0, 0)
}

const PICTURES = [
  { name: 'page-play', path: `/play/boom?moves=4455332176644&${HUMANS}`, wait: '.stage[aria-busy=false] svg', height: 1040, prepare: proved },
  { name: 'page-search', path: `/search/boom?moves=44553321766&${HUMANS}`, wait: '[role=tree]', height: 760, prepare: pruned },
]

async function take(world, language, { name, path, wait, height, prepare }) {
  const page = await world.visit(path, { locale: LOCALES[language] })
  await page.setViewportSize({ width: 1280, height })
  await page.locator(`html[lang=${language}]`).waitFor()
  await page.locator(wait).first().waitFor()
  await prepare(page)
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: join(folder, language, `${name}.png`) })
  await page.done()
}

const world = await World.open()
try {
  for (const language of Object.keys(LOCALES)) {
    mkdirSync(join(folder, language), { recursive: true })
    for (const picture of PICTURES) await take(world, language, picture)
  }
} finally {
  await world.close()
}
