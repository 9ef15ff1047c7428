import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { longFunctions } from './long-functions.mjs'
import { unpreparedReads } from './prepared-reads.mjs'

const maxLines = 300
const maxFilesPerFolder = 25
const maxFunctionLines = 80
const maxCasts = 10
// migrations are never changed, and files that only list data grow with the data
const sizeExempt = /^apps\/server\/migrations\/|^packages\/phrases\/|\/theme\/tokens\.css$|\/(reference-data|data)\/|\.json$/
// one file for each migration and each trial
const folderExempt = /^apps\/server\/(migrations|trials)$/
const vagueNames = /^(utils?|helpers?|common|misc|shared|lib|index|.*[-_]?(manager|service|util|helper)s?)$/i
const isTest = (path) => /\.(test|types|trial|e2e)\.tsx?$|\/test\//.test(path)
const isDomain = (path) => /^apps\/server\/src\/domains\//.test(path)

/** Violations of the code rules in the files under `root`, one line each. Imports are checked by dependency-cruiser. */
export function checkCode(root) {
  const files = ['packages', 'apps', 'scripts', 'e2e', 'bench'].flatMap((folder) => (existsSync(join(root, folder)) ? walk(root, folder) : []))
  const texts = new Map(files.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const patientTablePattern = patientTables(texts)
  return [
    ...[...texts].flatMap(([path, text]) => [
      ...sizeAndName(path, text),
      ...content(path, text, patientTablePattern),
      ...castsWithoutReason(path, text),
      ...reads(path, text),
      ...functionLengths(path, text),
      ...unknownClasses(path, text, texts),
    ]),
    ...castCount(texts),
    ...folders(files),
    ...decisions(root),
  ]
}

function walk(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : walk(root, path)
    return /\.(ts|tsx|mjs|css|sql)$/.test(entry.name) ? [path] : []
  })
}

/** Matches SQL that names a patient table by hand, for all tables declared with `patientTable`. */
function patientTables(texts) {
  const names = [...texts]
    .filter(([path]) => path.endsWith('/tables.ts'))
    .flatMap(([, text]) => [...text.matchAll(/patientTable\(\s*'(\w+)'/g)].map(([, name]) => name))
  return names.length ? new RegExp(`\\b(?:from|join|update|into|null::) ?(${names.join('|')})\\b(?!\\()`) : undefined
}

function sizeAndName(path, text) {
  const findings = []
  const lines = text.split('\n').length - 1
  if (lines > maxLines && !sizeExempt.test(path)) findings.push(`${path}: ${lines} lines, the max is ${maxLines}`)
  const names = path.split('/').map((part) => part.replace(/(\.\w+)+$/, ''))
  const vagueName = path.startsWith('packages/phrases/') ? undefined : names.find((name) => vagueNames.test(name))
  if (vagueName) findings.push(`${path}: "${vagueName}" does not describe the content`)
  const file = basename(path)
  if (/\.tsx$/.test(file) && !/^([A-Z]\w*|main|[a-z][\w-]*)(\.test)?\.tsx$/.test(file)) findings.push(`${path}: name the file like its component`)
  if (/^(packages|apps\/server)\/.*\.ts$/.test(path) && !/^[a-z0-9-]+(\.[a-z]+)*\.ts$/.test(file))
    findings.push(`${path}: name files outside the web in kebab-case`)
  return findings
}

function content(path, text, patientTablePattern) {
  const findings = []
  // after-shell.ts puts several modules into one file of the build; echarts.ts registers what the charts use
  if (/^export (\*|\{[^}]*\}) from|^export \{/m.test(text) && !/\/(after-shell|echarts)\.ts$/.test(path)) findings.push(`${path}: no re-exports`)
  if (/^export default/m.test(text) && /^(packages|apps)\/[^/]+\/src\//.test(path)) findings.push(`${path}: named exports only`)
  if (/\bvi\.waitFor\(/.test(text) && !/\/(wait-until|code-rules\.test)\.ts$/.test(path))
    findings.push(`${path}: vi.waitFor gives up after a second: use expect.poll`)
  if (isTest(path)) return findings
  if (/^packages\/rules\/src\//.test(path) && /new Date\(\)|Date\.now\(|Math\.random\(/.test(text))
    findings.push(`${path}: rules must not use the clock or random numbers: pass them in`)
  if (!isDomain(path)) return findings
  if (!/(tables|store|domain)\.ts$/.test(path) && /\bsql`|\.(execute|query)\(/.test(text)) findings.push(`${path}: SQL belongs in stores`)
  for (const line of patientTablePattern ? text.split('\n') : []) {
    if (/^\s*(\/\/|\/?\*|import )/.test(line)) continue
    const [, table] = patientTablePattern.exec(line) ?? []
    if (table) findings.push(`${path}: SQL names ${table} by hand: use scope.rows, scope.from or scope.target`)
  }
  return findings
}

/** Indexes of the lines with a cast that the compiler cannot check. */
function castLines(path, lines) {
  if (isTest(path) || !/^(packages|apps)\/[^/]+\/src\/.*\.tsx?$/.test(path)) return []
  const hasCast = (line) => /\bas (never|any|unknown as)\b/.test(line.replace(/\/\/.*|\/\*.*/, '')) && !/^\s*(\/\/|\*)/.test(line)
  return lines.flatMap((line, at) => (hasCast(line) ? [at] : []))
}

function castsWithoutReason(path, text) {
  const lines = text.split('\n')
  return castLines(path, lines)
    .filter((at) => !/^\s*(\/\/|\*\/)/.test(lines[at - 1] ?? ''))
    .map((at) => `${path}:${at + 1}: give the reason of the cast in a comment on the line before`)
}

function castCount(texts) {
  const places = [...texts].flatMap(([path, text]) => castLines(path, text.split('\n')).map((at) => `${path}:${at + 1}`))
  return places.length > maxCasts ? [`${places.length} casts that the compiler cannot check, the max is ${maxCasts}: ${places.join(', ')}`] : []
}

function functionLengths(path, text) {
  if (isTest(path) || /^e2e\/|^apps\/server\/trials\//.test(path) || !/\.(ts|tsx|mjs)$/.test(path)) return []
  return longFunctions(path, text, maxFunctionLines).map(
    ({ line, lines, name }) => `${path}:${line}: ${name} has ${lines} lines, the max is ${maxFunctionLines}`,
  )
}

/** Finds reads that are built on every call although no comment gives the reason. */
function reads(path, text) {
  if (isTest(path) || !isDomain(path)) return []
  return unpreparedReads(path, text).map(
    (line) => `${path}:${line}: prepare the read once with patientQuery or preparedQuery, or write "// built per call: <reason>" above it`,
  )
}

/** Finds classes that a component takes from a CSS module that does not define them. */
function unknownClasses(path, text, texts) {
  const withoutStrings = text.replace(/'[^'\n]*'/g, "''").replace(/`[^`]*`/g, (literal) => (literal.match(/\$\{[^}]*\}/g) ?? []).join(' '))
  return [...text.matchAll(/^import (\w+) from '(\.[^']+\.module\.css)'/gm)].flatMap(([, name, file]) => {
    const css = texts.get(join(dirname(path), file)) ?? ''
    const defined = new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, each]) => each.replace(/-+(\w)/g, (_, letter) => letter.toUpperCase())))
    const used = new Set([...withoutStrings.matchAll(new RegExp(`(?<![\\w.])${name}\\.(\\w+)`, 'g'))].map(([, each]) => each))
    return [...used].filter((each) => !defined.has(each)).map((each) => `${path}: ${file} does not define .${each}`)
  })
}

function folders(files) {
  const counts = new Map()
  for (const path of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  return [...counts].flatMap(([folder, count]) =>
    count > maxFilesPerFolder && !folderExempt.test(folder) ? [`${folder}: ${count} files, the max is ${maxFilesPerFolder}`] : [],
  )
}

/** Finds decisions that do not say whether they still hold, or that are superseded by a decision that does not exist. */
function decisions(root) {
  const folder = join(root, 'docs/decisions')
  if (!existsSync(folder)) return []
  const names = readdirSync(folder)
  return names.flatMap((name) => {
    const [, status, next] = /^Status: (accepted|superseded by (\d{3}))\b/m.exec(readFileSync(join(folder, name), 'utf8')) ?? []
    if (!status) return [`docs/decisions/${name}: say "Status: accepted" or "Status: superseded by NNN"`]
    return next && !names.some((otherName) => otherName.startsWith(next)) ? [`docs/decisions/${name}: there is no decision ${next}`] : []
  })
}

if (process.argv[1] === import.meta.filename) {
  const findings = checkCode(dirname(import.meta.dirname))
  for (const line of findings) console.log(line)
  process.exit(findings.length > 0 ? 1 : 0)
}
