import type { Plugin } from 'vite'

type Info = { readonly importedIds: readonly string[]; readonly code: string | null } | null
type Chunks = { getModuleInfo: (id: string) => Info }

const source = '/apps/web/src/'
const roots = {
  entry: `${source}main.tsx`,
  signIn: `${source}pages/sign-in/SignInPage.tsx`,
  shell: `${source}app/Shell.tsx`,
  list: `${source}domains/message/sidebar/CareSidebar.tsx`,
  summary: `${source}pages/summary/SummaryPage.tsx`,
}

/** Libraries that every page needs completely; other libraries go to the pages that use them. */
const sharedLibraries =
  /\/node_modules\/(react|react-dom|scheduler|react-router|cookie|react-redux|redux|redux-thunk|use-sync-external-store|i18next|react-i18next|html-parse-stringify|void-elements|clsx)\/|\/icons-react\/dist\/esm\/(createReactComponent|defaultAttributes)\.mjs/

/** Shared modules that any page may import: UI, API, i18n and packages. */
const isCommon = (id: string) => /\/apps\/web\/src\/(ui|api|i18n)\/|\/packages\/|\/(api|words)\.ts$/.test(id)

/** Name of an icon module; icons are imported through one index file. */
const iconOf = (id: string) => id.match(/\/icons-react\/.*\/icons\/(Icon\w+)\.mjs$/)?.[1]

const plain = (id: string) => id.split('?')[0]!

/**
 * Assigns modules to chunks: a few large chunks compress better than many small ones and need fewer requests. A module's imports go to
 * the same chunk unless an earlier one has them, so that chunks have no circular imports.
 */
const assignChunks = (chunks: Chunks, ids: readonly string[]): Map<string, string> => {
  const icons = new Map(ids.map((id) => [iconOf(id), id]))
  const reachableModules = (from: readonly string[]) => {
    const visited = new Set<string>()
    const queue = [...from]
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      if (visited.has(id)) continue
      visited.add(id)
      if (id.includes('/node_modules/')) continue
      const { importedIds = [], code } = chunks.getModuleInfo(id) ?? {}
      queue.push(...importedIds.filter((next) => !next.includes('/node_modules/')))
      for (const [name] of code?.matchAll(/\bIcon[A-Z]\w*/g) ?? []) {
        const icon = icons.get(name)
        if (icon) queue.push(icon)
      }
    }
    return visited
  }
  const entriesOf = (root: keyof typeof roots) => ids.filter((id) => plain(id).endsWith(roots[root]))
  const modulesOf = (root: keyof typeof roots) => [...reachableModules(entriesOf(root))]
  const [signIn, list, summary] = [modulesOf('signIn'), modulesOf('list'), modulesOf('summary')]
  const shellModules = new Set([
    ...modulesOf('shell'),
    ...reachableModules([...list, ...summary].filter(isCommon)),
    ...list.filter((id) => summary.includes(id)),
  ])
  const files: [string, Iterable<string>][] = [
    // libraries import only other libraries
    ['libraries', ids.filter((id) => sharedLibraries.test(id))],
    ['first', [...modulesOf('entry'), ...signIn.filter((id) => shellModules.has(id) || isCommon(id) || iconOf(id) !== undefined)]],
    ['sign-in', signIn],
    ['shell', shellModules],
    ['list', list],
    ['summary', summary],
  ]
  const sorted = new Map<string, string>()
  for (const [name, file] of files) for (const id of file) if (!sorted.has(id)) sorted.set(id, name)
  // page entry modules keep their own chunk, by which the manifest identifies them
  for (const root of Object.keys(roots)) for (const id of entriesOf(root as keyof typeof roots)) sorted.delete(id)
  return sorted
}

/** Chunk group for the bundler; returns the chunk name of each module. */
export const chunkGroup = () => {
  const ids: string[] = []
  let names: Map<string, string> | undefined
  return {
    debugName: 'by who needs it',
    /** The bundler calls this for every module before it calls `name`. */
    test: (id: string) => {
      ids.push(id)
      return true
    },
    name: (id: string, chunks: Chunks): string | null => {
      names ??= assignChunks(chunks, ids)
      return names.get(id) ?? null
    },
  }
}

/** Fails the build on circular imports between chunks, because one of them would run before its imports. */
export const noCircularChunks = (): Plugin => ({
  name: 'no-circles',
  apply: 'build',
  generateBundle(_, bundle) {
    const imports = new Map(Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.imports] as const] : [])))
    const visited = new Set<string>()
    const visit = (file: string, path: readonly string[]) => {
      if (path.includes(file)) this.error(`files of the build import each other: ${[...path.slice(path.indexOf(file)), file].join(' → ')}`)
      if (visited.has(file)) return
      for (const next of imports.get(file) ?? []) visit(next, [...path, file])
      visited.add(file)
    }
    for (const file of imports.keys()) visit(file, [])
  },
})
