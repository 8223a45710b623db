// The licences of the packages that end up in the page, as a file of the page: `licenses.txt`.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of the installed package that a module belongs to, or null for our own modules. */
function packageFolder(id) {
  if (!id.includes('/node_modules/')) return null
  for (let folder = dirname(id.replace(/^\0/, '').split('?')[0]); !folder.endsWith('/node_modules'); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json')
    // Folders inside a package may have a package.json that only says how to load their modules.
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version) return folder
  }
  return null
}

function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const texts = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file)).sort()
  if (texts.length === 0) throw new Error(`${name} ${version} has no licence text`)
  const body = texts.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')
  return `${name} ${version} (${license})\n\n${body}\n`
}

/** A plugin of Vite that writes the notices of whatever the bundle is made of. */
export function licenses() {
  return {
    name: 'licenses',
    apply: 'build',
    generateBundle() {
      const folders = new Set([...this.getModuleIds()].map(packageFolder).filter((folder) => folder !== null))
      const notices = [...folders].map(notice).sort()
      const line = `${'-'.repeat(80)}\n`
      const source = `Packages that are part of this page, and their licences.\n\n${line}${notices.join(`\n${line}`)}`
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source })
    },
  }
}
