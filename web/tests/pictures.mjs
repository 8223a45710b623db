// The pictures of the page in the documentation, taken in Chromium from a real server: `cargo xtask pictures`.
// They wait for marks of the page's structure, never for its words, because they are taken in both languages.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { animated } from './apng.mjs'
import { World } from './browser.mjs'
import { icons } from './icons.mjs'

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

/** A search at its third cut-off. */
async function pruned(page) {
  for (let cut = 0; cut < 3; cut++) await page.keyboard.press('c')
  await page.locator('.tree-node.pruned').first().waitFor()
  await page.locator('.mini svg').waitFor()
}

const PICTURES = [
  { name: 'page-play', path: `/play/boom?moves=4455332176644&${HUMANS}`, wait: '.stage[aria-busy=false] svg', height: 1040, prepare: proved },
  { name: 'page-search', path: `/search/connect4?moves=4435&${HUMANS}&engine=alphabeta&depth=4`, wait: '[role=tree]', height: 900, prepare: pruned },
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

/** A small search from its first event to its last, as it plays in the page. */
async function film(world, language) {
  const page = await world.visit(`/practice?ask=cuts&tree=${encodeURIComponent('((5 9 7) (3 8 6) (6 4 2))')}`, { locale: LOCALES[language] })
  await page.setViewportSize({ width: 780, height: 900 })
  await page.locator(`html[lang=${language}]`).waitFor()
  await page.locator('.acts .main').click()
  await page.locator('.acts button').nth(1).click()
  const show = page.locator('.show')
  await show.locator('.told').waitFor()
  await page.evaluate(() => {
    for (const part of document.querySelectorAll('.show .tools, .show .time')) part.style.display = 'none'
    document.querySelector('.show .view').style.height = '284px'
    document.querySelector('.show .words').style.height = '104px'
  })
  await page.evaluate(() => document.fonts.ready)
  const frames = []
  const slider = page.getByRole('slider', { includeHidden: true })
  const length = Number(await slider.getAttribute('max')) + 1
  for (let event = 0; event < length; event++) {
    if (event > 0) await page.keyboard.press('ArrowRight')
    await page.mouse.move(0, 0)
    await page.waitForTimeout(100)
    const cut = (await show.locator('.words.cut').count()) > 0
    frames.push({ png: await show.screenshot(), milliseconds: event === length - 1 ? 4000 : cut ? 3500 : 1300 })
  }
  writeFileSync(join(folder, language, 'search.png'), animated(frames))
  await page.done()
}

const world = await World.open()
try {
  await icons(world.browser)
  for (const language of Object.keys(LOCALES)) {
    mkdirSync(join(folder, language), { recursive: true })
    for (const picture of PICTURES) await take(world, language, picture)
    await film(world, language)
  }
} finally {
  await world.close()
}
