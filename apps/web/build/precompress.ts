/// <reference types="node" />
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const minBytes = 1024
const isText = (name: string) => /\.(js|css|html|svg|json|map)$/.test(name)

const compress = async (file: string) => {
  const plain = await readFile(file)
  if (plain.length < minBytes) return
  const br = await promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } })
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, await promisify(gzip)(plain, { level: 9 }))])
}

/** Writes `.br` and `.gz` files beside every text asset of at least `minBytes`, so that the server does not compress per request. */
export const precompress = (): Plugin => {
  let dir = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      dir = join(root, build.outDir)
    },
    closeBundle: async () => {
      const files = await readdir(dir, { recursive: true })
      await Promise.all(files.filter((name) => isText(name) && !name.startsWith('.vite')).map((name) => compress(join(dir, name))))
    },
  }
}
