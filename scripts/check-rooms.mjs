import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'

const longest = 300
// generated or tabular files may be longer
const sizeExempt =
  /^apps\/server\/migrations\/|^packages\/phrases\/|\/theme\/tokens\.css$|\/trials\/kit\/(calls|fields)\.ts$|\/test\/contract\/(calls|section-seven)\.ts$|\/(reference-data|data)\/|\.json$/
const rubbishNames = /^(utils?|helpers?|common|misc|shared|lib|index|.*[-_]?(manager|service|util|helper)s?)$/i
const isTest = (path) => /\.(test|trial|e2e)\.tsx?$|\/test\//.test(path)
const isDrizzle = (name) => /^(drizzle-orm|pg)(\/|$)/.test(name)
const isFastify = (name) => /^@?fastify/.test(name)

/** Classifies a file: its package (`room`), its domain or area, and its kind by name. */
function placeOf(path) {
  const [, room, rest] = path.match(/^packages\/(wire|rules|phrases)\/src\/(.*)$/) ?? path.match(/^apps\/(server|web)\/src\/(.*)$/) ?? []
  if (!room) return {}
  const parts = rest.split('/')
  if (room !== 'server' && room !== 'web') return { room }
  const inDomain = parts[0] === 'domains'
  const area = inDomain ? parts[1] : parts.length > 1 ? parts[0] : 'top'
  const kind = parts.includes('actions')
    ? 'actions'
    : basename(rest)
        .replace(/\.tsx?$/, '')
        .replace(/^.*-store$/, 'store')
  return { room, area, domain: inDomain ? area : undefined, kind, piece: parts.slice(1).join('/') }
}

const infrastructure = ['errors', 'config', 'database', 'context', 'realtime', 'jobs', 'observability', 'mail', 'files', 'http']

/** Exceptions: modules of a web domain that the listed domains may import. */
const exported = {
  'facility/precautions.ts': ['checkup'],
  'lifestyle/AnswerGrid.tsx': ['symptom'],
  'lifestyle/AnswerWaiting.tsx': ['symptom'],
  'lifestyle/answer-table.ts': ['symptom'],
  'notification/notification-settings.ts': ['message'],
  'notification/shown-rooms.ts': ['message'],
  'patient/chat-slot.ts': ['message'],
}

/** Import rules per package; true means forbidden. `from` and `to` are the classified files, `name` is an npm package. */
const walls = {
  wire: ({ to, name }) => (to && to.room !== 'wire') || (name && !/^typebox(\/|$)/.test(name)),
  // wanakana is pure, like the rules themselves.
  rules: ({ to, name }) => (to && !['rules', 'wire'].includes(to.room)) || (name !== undefined && name !== 'wanakana'),
  phrases: ({ to, name }) => (to && !['phrases', 'wire'].includes(to.room)) || name !== undefined,
  server: ({ from, to, name }) => {
    if (to?.room === 'web') return true
    if (infrastructure.includes(from.area)) return Boolean(to?.domain)
    // The permission checks query the tables that assign patients to staff.
    if (from.area === 'access') return Boolean(to?.domain) && to.kind !== 'tables'
    if (!from.domain) return false
    if (from.kind === 'tables') return Boolean(to?.domain && to.kind !== 'tables') || (name && isFastify(name))
    if (from.kind === 'store') return (to?.kind === 'routes' && to.domain) || (name && isFastify(name))
    if (from.kind === 'actions') return to?.kind === 'routes' || to?.kind === 'tables' || (name && (isDrizzle(name) || isFastify(name)))
    if (from.kind === 'routes') return Boolean(to?.domain && to.domain !== from.domain) || to?.kind === 'tables' || (name && isDrizzle(name))
    return Boolean(name && isFastify(name))
  },
  web: ({ from, to, name }) => {
    if (to?.room === 'server' || (name && (isDrizzle(name) || isFastify(name) || name.startsWith('node:')))) return true
    if (['api', 'i18n', 'ui', 'theme'].includes(from.area)) return Boolean(to?.domain) || ['pages', 'app'].includes(to?.area)
    if (from.domain)
      return Boolean(to?.domain && to.domain !== from.domain && !exported[to.piece]?.includes(from.domain)) || ['pages', 'app'].includes(to?.area)
    return false
  },
}

/** The unrestricted scope is for jobs and seeding, the scope of a call for the request pipeline. */
const scopeImporters = {
  'apps/server/src/access/system-scope.ts': /\/(\w+-)?jobs\.ts$|^apps\/server\/src\/demo\//,
  'apps/server/src/access/open-scope.ts': /^apps\/server\/src\/http\//,
}

/** A pattern of SQL that names a patient table by hand; the tables are those declared below `root`. */
function patientTables(root, files) {
  const names = files
    .filter((path) => path.endsWith('/tables.ts'))
    .flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(/patientTable\(\s*'(\w+)'/g)].map(([, name]) => name))
  return names.length ? new RegExp(`\\b(?:from|join|update|into|null::) ?(${names.join('|')})\\b(?!\\()`) : undefined
}

/** Every broken rule below `root`, one line each. */
export function checkRooms(root) {
  const found = []
  const files = ['packages', 'apps', 'scripts', 'e2e', 'bench'].flatMap((folder) => (existsSync(join(root, folder)) ? walk(root, folder) : []))
  const graph = new Map()
  const namesPatientTable = patientTables(root, files)
  for (const path of files) {
    const text = readFileSync(join(root, path), 'utf8')
    const from = placeOf(path)
    const imports = importsOf(root, path, text)
    graph.set(
      path,
      imports.filter((one) => one.path && !one.typeOnly).map((one) => one.path),
    )
    found.push(...sizeAndName(path, text), ...content(path, text, from, namesPatientTable))
    if (!from.room || isTest(path)) continue
    for (const { path: target, name, written } of imports) {
      const importers = scopeImporters[target]
      if (
        (importers && !importers.test(path) && !path.startsWith('apps/server/src/access/')) ||
        walls[from.room]({ from, to: target ? placeOf(target) : undefined, name })
      )
        found.push(`${path}: may not import ${written}`)
    }
  }
  return [...found, ...cycles(graph)]
}

function walk(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : walk(root, path)
    return /\.(ts|tsx|mjs|css|sql)$/.test(entry.name) ? [path] : []
  })
}

function importsOf(root, path, text) {
  const statements = text.matchAll(
    /^\s*(?:import|export)\s+(type\s+)?(?:[^'"\n;]*?\sfrom\s+|(?=['"]))['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|^\} from ['"]([^'"]+)['"]/gm,
  )
  return [...statements].map(([, type, first, lazy, closing]) => {
    const written = first ?? lazy ?? closing
    const own = written.match(/^@sukoyaka\/(\w+)\/(.+)$/)
    const target = written.startsWith('.') ? posix.join(dirname(path), written) : own ? `packages/${own[1]}/src/${own[2]}.ts` : undefined
    if (!target) return { name: written, written }
    // A dynamic import cannot cause a cycle at load time.
    return { path: existsSync(join(root, target)) ? target : `${target}.ts`, written, typeOnly: Boolean(type) || Boolean(lazy) }
  })
}

function sizeAndName(path, text) {
  const found = []
  const lines = text.split('\n').length - 1
  if (lines > longest && !sizeExempt.test(path)) found.push(`${path}: ${lines} lines, the max is ${longest}`)
  const names = path.split('/').map((part) => part.replace(/(\.\w+)+$/, ''))
  const bad = path.startsWith('packages/phrases/') ? undefined : names.find((name) => rubbishNames.test(name))
  if (bad) found.push(`${path}: "${bad}" does not describe the content`)
  const file = basename(path)
  if (/\.tsx$/.test(file) && !/^([A-Z]\w*|main|[a-z][\w-]*)(\.test)?\.tsx$/.test(file)) found.push(`${path}: name the file like its component`)
  if (/^(packages|apps\/server)\/.*\.ts$/.test(path) && !/^[a-z0-9-]+(\.[a-z]+)*\.ts$/.test(file))
    found.push(`${path}: name files outside the web in kebab-case`)
  return found
}

function content(path, text, from, namesPatientTable) {
  const found = []
  if (/^\s*export \* from/m.test(text)) found.push(`${path}: no re-exports (export * from)`)
  if (/^export default/m.test(text) && from.room) found.push(`${path}: named exports only`)
  if (isTest(path)) return found
  if (from.room === 'rules' && /new Date\(\)|Date\.now\(|Math\.random\(/.test(text))
    found.push(`${path}: rules must not use the clock or random numbers: pass them in`)
  if (from.room === 'server' && from.domain && !['tables', 'store'].includes(from.kind) && /\bsql`|\.(execute|query)\(/.test(text))
    found.push(`${path}: SQL belongs in stores`)
  if (from.room === 'server' && from.domain && namesPatientTable)
    for (const line of text.split('\n').filter((line) => !/^\s*(\/\/|\/?\*|import )/.test(line))) {
      const [, table] = namesPatientTable.exec(line) ?? []
      if (table) found.push(`${path}: SQL names ${table} by hand: use scope.rows, scope.from or scope.target`)
    }
  return found
}

function cycles(graph) {
  const state = new Map()
  const found = []
  const visit = (path, trail) => {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'open') return void found.push(`${[...trail.slice(trail.indexOf(path)), path].join(' → ')}: import cycle`)
    state.set(path, 'open')
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path])
    state.set(path, 'done')
  }
  for (const path of graph.keys()) visit(path, [])
  return found
}

if (process.argv[1] === import.meta.filename) {
  const found = checkRooms(dirname(import.meta.dirname))
  for (const line of found) console.log(line)
  process.exit(found.length > 0 ? 1 : 0)
}
