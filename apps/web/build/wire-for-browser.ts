/// <reference types="node" />
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const isWire = (id: string) => /\/packages\/wire\/src\/[\w/-]+\.ts$/.test(id)
const isEndpoint = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'permission' in value

/** Client part of an export. Undefined for schemas and builders, so that importing them fails the build instead of bundling TypeBox. */
const clientPartOf = (name: string, value: unknown) => {
  if (isEndpoint(value)) {
    const { method, path, changes, staffChanges, cache, files, isSentOnce } = value
    return { method, path, changes, staffChanges, cache, files, isSentOnce }
  }
  const isData = /^[a-z]/.test(name) && typeof value !== 'function'
  return isData ? value : undefined
}

/** Strips schemas from the API contract. The client bundle keeps the constants, and of each endpoint the fields listed in `clientPartOf`. */
export const wireForBrowser = (): Plugin => ({
  name: 'wire-for-browser',
  enforce: 'pre',
  async transform(code, id) {
    const file = id.split('?')[0] ?? id
    if (!isWire(file) || !/from 'typebox'|\bendpoint\(/.test(code)) return undefined
    const exports = (await import(`${file}?${readFileSync(file).length}`)) as Record<string, unknown>
    const lines = Object.entries(exports).flatMap(([name, value]) => {
      const clientValue = clientPartOf(name, value)
      return clientValue === undefined ? [] : [`export const ${name} = ${JSON.stringify(clientValue)}`]
    })
    return { code: `${lines.join('\n')}\n`, map: null }
  },
})
