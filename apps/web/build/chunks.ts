import type { Plugin } from 'vite'
import unitFile from './units.json' with { type: 'json' }

type Info = { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds?: readonly string[]; readonly code: string | null } | null
type Chunks = { getModuleInfo: (id: string) => Info }

/**
 * Entry modules by unit: modules that are loaded together. `scripts/budget.json` lists the units that each page loads first, and limits their total size. A
 * unit also has the components that its page shows immediately but imports lazily, because other pages do not need them.
 */
const units: Readonly<Record<string, readonly string[]>> = unitFile

/** Units that a page loads on scrolling. They do not influence how the modules of the first view are split into chunks. */
const isLater = (unit: string) => unit.startsWith('below ')

/** Libraries that every page needs completely; other libraries go to the pages that use them. */
const sharedLibraries =
  /\/node_modules\/(react|react-dom|scheduler|react-router|cookie|react-redux|redux|redux-thunk|use-sync-external-store|clsx)\/|\/icons-react\/dist\/esm\/(createReactComponent|defaultAttributes)\.mjs/

/** Groups that several pages use, with fewer characters of source text than this, go into one file: a request costs more than a few unused bytes. */
const minLength = 6_000

/** Modules that any page may import: UI, API, i18n, packages, icons, and files named `api.ts` or `words.ts`. */
const isCommon = (id: string) => /\/apps\/web\/src\/(ui|api|i18n)\/|\/packages\/|\/(api|words)\.ts$|\/icons-react\//.test(id)

/** Name of an icon module; icons are imported through one index file. */
const iconOf = (id: string) => id.match(/\/icons-react\/.*\/icons\/(Icon\w+)\.mjs$/)?.[1]

const withoutQuery = (id: string) => id.split('?')[0]!

/** Returns a function that lists the imports of a module: without libraries, which import only each other, but with icons. */
const importsIn = (chunks: Chunks, ids: readonly string[]) => {
  const icons = new Map(ids.map((id) => [iconOf(id), id]))
  return (id: string): string[] => {
    if (id.includes('/node_modules/')) return []
    const { importedIds = [], code } = chunks.getModuleInfo(id) ?? {}
    const named = [...(code?.matchAll(/\bIcon[A-Z]\w*/g) ?? [])].flatMap(([name]) => icons.get(name) ?? [])
    return [...importedIds.filter((next) => !next.includes('/node_modules/')), ...named]
  }
}

const reachable = (from: readonly string[], importsOf: (id: string) => readonly string[]): Set<string> => {
  const visited = new Set<string>()
  const queue = [...from]
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (visited.has(id)) continue
    visited.add(id)
    queue.push(...importsOf(id))
  }
  return visited
}

/**
 * Assigns modules to chunks. Modules that the same set of pages needs are one chunk, so that a page loads only what it needs, in few files. Small shared
 * groups and all their imports are one common chunk (`shared`). A module thus imports from its own chunk, from one assigned earlier, or from one that more
 * pages need, so there are no circular imports.
 */
const assignChunks = (chunks: Chunks, ids: readonly string[]): Map<string, string> => {
  const importsOf = importsIn(chunks, ids)
  const rootsOf = (unit: string) => ids.filter((id) => units[unit]?.some((root) => withoutQuery(id).endsWith(`/apps/web/src/${root}`)))
  const [entry, signIn, shell] = ['entry', 'sign-in', 'shell'].map((unit) => reachable(rootsOf(unit), importsOf)) as [Set<string>, Set<string>, Set<string>]
  const names = new Map<string, string>()
  const assign = (name: string, group: Iterable<string>) => {
    for (const id of group) if (!names.has(id)) names.set(id, name)
  }
  assign(
    'libraries',
    ids.filter((id) => sharedLibraries.test(id)),
  )
  assign('first', [...entry, ...[...signIn].filter((id) => shell.has(id) || isCommon(id))])
  assign('sign-in', signIn)
  assign('shell', shell)

  const pages = Object.keys(units)
    .slice(3)
    .filter((unit) => !isLater(unit))
  const later = Object.keys(units).filter(isLater)
  const usersOf = (those: readonly string[]) => {
    const users = new Map<string, string[]>()
    for (const unit of those) for (const id of reachable(rootsOf(unit), importsOf)) if (!names.has(id)) users.set(id, [...(users.get(id) ?? []), unit])
    return users
  }
  const pagesOf = usersOf(pages)
  const known = new Set([...pages, ...later].flatMap(rootsOf))
  const otherRoots = ids.flatMap((id) => chunks.getModuleInfo(id)?.dynamicallyImportedIds ?? []).filter((id) => !known.has(id) && !names.has(id))
  const usedByOthers = reachable(otherRoots, importsOf)
  const isCommonWithImports = (id: string) => [...reachable([id], importsOf)].every(isCommon)
  const groups = new Map<string, string[]>()
  for (const [id, users] of pagesOf) {
    const isOfOne = users.length === 1 && usedByOthers.has(id)
    const name = [...users, ...(isOfOne ? [isCommonWithImports(id) ? 'common' : 'others'] : [])].join(' + ')
    groups.set(name, [...(groups.get(name) ?? []), id])
  }
  const lengthOf = (group: readonly string[]) => group.reduce((sum, id) => sum + (names.has(id) ? 0 : (chunks.getModuleInfo(id)?.code?.length ?? 0)), 0)
  const smallerThan = (max: number) => [...groups].flatMap(([name, group]) => (name.includes(' + ') && lengthOf(group) < max ? group : []))
  assign('shared', reachable(smallerThan(minLength), importsOf))
  // groups that are now very small, because the line above moved some of their modules to `shared`
  assign('shared', reachable(smallerThan(minLength / 4), importsOf))
  for (const [name, group] of groups) assign(name, group)
  for (const [id, users] of usersOf(later)) names.set(id, [...users, ...(usedByOthers.has(id) ? ['others'] : [])].join(' + '))
  // entry modules keep their own chunk, by which the manifest identifies them
  for (const id of Object.keys(units).flatMap(rootsOf)) names.delete(id)
  return names
}

/** Chunk group for the bundler. Its `name` returns the chunk name of a module. */
export const chunkGroup = () => {
  const ids: string[] = []
  let names: Map<string, string> | undefined
  return {
    debugName: 'by the pages that need it',
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

/** Fails the build on circular imports between chunks, because one of the chunks would run before its imports. */
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
