// The icons of a page that a phone keeps as an app, from the page's own icon: part of `cargo xtask pictures`.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
/** Of the icon's own ground, for systems that cut icons into shapes of their own. */
const GROUND = '#173b2d'
const ICONS = [
  { name: 'icon-180', side: 180, share: 0.8 },
  { name: 'icon-192', side: 192, share: 1 },
  { name: 'icon-512', side: 512, share: 1 },
  // What is cut away is less than a tenth on each side.
  { name: 'icon-maskable-512', side: 512, share: 0.8 },
]

export async function icons(browser) {
  const drawing = `data:image/svg+xml;base64,${readFileSync(here('../public/icon.svg')).toString('base64')}`
  for (const { name, side, share } of ICONS) {
    const page = await browser.newPage({ viewport: { width: side, height: side } })
    const ground = share < 1 ? GROUND : 'transparent'
    await page.setContent(
      `<body style="margin:0;background:${ground};display:grid;place-items:center;height:100vh"><img src="${drawing}" style="width:${share * side}px"></body>`,
    )
    await page.locator('img').evaluate((image) => image.decode())
    await page.screenshot({ path: here(`../site/${name}.png`), omitBackground: true })
    await page.close()
  }
}
