// Compresses every file of a folder that is worth it, beside itself: `node tools/compress.mjs FOLDER`. Servers that know how send
// NAME.br or NAME.gz in place of NAME.

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const [folder] = process.argv.slice(2)
const worth = /\.(html|js|css|svg|wasm|bin|json|webmanifest|txt)$/

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath ?? entry.path, entry.name)
  if (!entry.isFile()) continue
  if (/\.(gz|br)$/.test(entry.name)) rmSync(path)
  if (!worth.test(entry.name)) continue
  const bytes = readFileSync(path)
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  const parameters = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: parameters }))
}
