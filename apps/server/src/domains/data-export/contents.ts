import type { Language } from '@sukoyaka/phrases/language'
import { data_export_files as words } from '@sukoyaka/phrases/people/data-export-files'
import { record_access } from '@sukoyaka/phrases/people/record-access'
import { shell } from '@sukoyaka/phrases/shell'
import { fullName } from '@sukoyaka/rules/person'
import { storedUnit } from '@sukoyaka/rules/record/device/sample'
import { formatTime, tokyoDay } from '@sukoyaka/rules/time'
import type { PatientScope } from '../../access/patient-scope.ts'
import { translate } from '../../config/language.ts'
import type { AppContext } from '../../context/app-context.ts'
import { everythingOf } from '../fhir/everything.ts'
import { recordAccessesOf } from '../patient/record-access-store.ts'
import { bom, csvLine } from '../results-import/csv.ts'
import { filesOf, type OwnFile } from './file-store.ts'
import { type Series, samplesOf, seriesOf } from './sample-store.ts'
import { rowsOf, sheets } from './sheet/page-store.ts'
import { type ColumnName, cellsOf, columnName, list, type Row, type SheetName, yesOrNo } from './sheet/sheet-store.ts'
import type { Entry } from './zip.ts'

export type Source = {
  context: Pick<AppContext, 'files' | 'clock'>
  scope: PatientScope
  user_id: number
  language: Language
  /** Address of the FHIR interface. */
  base: string
}

const tokyoMinute = (instant: string) => `${tokyoDay(instant)} ${formatTime(instant)}`

const heading = (columns: readonly ColumnName[], language: Language) => bom + csvLine(columns.map((column) => words[language][`column.${column}`]))

async function* sheetText({ scope, language }: Source, sheet: (typeof sheets)[number]) {
  yield heading(sheet.columns.map(columnName), language)
  for await (const rows of rowsOf(scope, sheet, language)) yield rows.map((row) => csvLine(cellsOf(sheet, row, language))).join('')
}

async function* accessText({ scope, user_id, language }: Source) {
  yield heading(['started_at', 'until', 'name', 'role', 'read', 'changed'], language)
  const part = (name: string) => record_access[language][`part.${name}` as keyof (typeof record_access)['ja']]
  for (let before: string | undefined; ; ) {
    const { items, next_before } = await recordAccessesOf(scope.db, scope, user_id, before === undefined ? {} : { before })
    yield items
      .map(({ from, until, person, read, changed }) =>
        csvLine([
          tokyoMinute(from),
          tokyoMinute(until),
          fullName(person, language),
          shell[language][`role.${person.role}`],
          list(read.map(part), language),
          list(changed.map(part), language),
        ]),
      )
      .join('')
    if (next_before === null) return
    before = next_before
  }
}

const maxRows = 1_000_000
/** The samples of one type in files of at most a million rows, because a spreadsheet takes few more. */
async function* deviceFiles({ scope, language }: Source, type: Series['type'], series: readonly Series[]): AsyncGenerator<Entry> {
  const unit = storedUnit(type)
  const pages = (async function* () {
    for (const one of series) {
      const device = `,${csvLine([[one.maker, one.model].filter(Boolean).join(' '), one.app])}`
      yield* samplesOf(scope, one, { unit, device })
    }
  })()
  let page = await pages.next()
  const content = async function* () {
    yield heading(['started_at', 'ended_at', 'value', 'unit', 'zone', 'device', 'app'], language)
    for (let count = 0; !page.done && count + page.value.count <= maxRows; page = await pages.next()) {
      count += page.value.count
      yield page.value.lines
    }
  }
  for (let number = 1; !page.done; number++) yield { name: `devices/${type}${number === 1 ? '' : `_${number}`}.csv`, content: content(), level: 6 }
}

/** The path of a file in the ZIP. Replaces characters by which the name of an uploaded file could lead to another folder. */
const pathOf = ({ folder, day, id, name }: OwnFile) =>
  `files/${folder}/${[day, id, name.replace(/[\p{C}\\/:*?"<>|]/gu, '_')].filter((part) => part !== null).join('_')}`

async function* ownFiles({ context, language }: Source, files: readonly OwnFile[]): AsyncGenerator<Entry> {
  const lines: string[] = []
  for (const file of files) {
    const content = await context.files.get(file.key)
    const path = pathOf(file)
    lines.push(csvLine([path, file.name, file.day ?? '', String(file.size ?? ''), yesOrNo(content !== undefined, language)]))
    if (content) yield { name: path, content, level: 1 }
  }
  yield { name: 'csv/files.csv', content: texts(heading(['path', 'name', 'day', 'bytes', 'is_included'], language), ...lines), level: 6 }
}

async function* texts(...pieces: string[]) {
  yield* pieces
}

const readme = ({ language, context }: Source, name: string, folders: { hasDevices: boolean; hasFiles: boolean }) => {
  const say = (key: keyof (typeof words)['ja'], values: Record<string, string> = {}) => translate(words, language, key, values)
  const table = (sheet: SheetName) => `  csv/${sheet}.csv  ${say(`sheet.${sheet}`)}`
  return [
    say('readme.title', { name }),
    say('readme.made', { at: tokyoMinute(context.clock().toISOString()) }),
    '',
    say('readme.intro'),
    say('readme.parts'),
    say('readme.times'),
    '',
    'csv/',
    say('readme.csv'),
    say('readme.formula'),
    ...sheets.map((sheet) => table(sheet.name)),
    table('record_accesses'),
    table('files'),
    '',
    'fhir/bundle.json',
    say('readme.fhir'),
    ...(folders.hasFiles ? ['', 'files/', say('readme.files'), say('readme.missing')] : []),
    ...(folders.hasDevices ? ['', 'devices/', say('readme.devices')] : []),
    '',
  ].join('\r\n')
}

/** The files of the export in their order, and about how many there are. Contents are read while they are written, because a record may not fit in memory. */
export const contentsOf = async (source: Source): Promise<{ count: number; entries: AsyncGenerator<Entry> }> => {
  const { scope, language, user_id, base } = source
  const files = await filesOf(scope)
  const types = Map.groupBy(await seriesOf(scope), ({ type }) => type)
  const pathById = new Map(files.map((file) => [Number(file.id), pathOf(file)]))
  const reader = {
    scope,
    role: 'patient' as const,
    base,
    mapping: { urlOf: (id: number) => `../${pathById.get(Number(id)) ?? ''}` },
    isTypeAllowed: () => true,
  }
  const entries = async function* (): AsyncGenerator<Entry> {
    const person = (await rowsOf(scope, sheets[0]!, language).next()).value as Row[]
    yield {
      name: 'README.txt',
      content: texts(bom, readme(source, String(person[0]!.name), { hasFiles: files.length > 0, hasDevices: types.size > 0 })),
      level: 6,
    }
    for (const sheet of sheets) yield { name: `csv/${sheet.name}.csv`, content: sheetText(source, sheet), level: 6 }
    yield { name: 'csv/record_accesses.csv', content: accessText(source), level: 6 }
    yield { name: 'fhir/bundle.json', content: everythingOf(reader, { id: String(user_id) }), level: 6 }
    yield* ownFiles(source, files)
    for (const [type, series] of types) yield* deviceFiles(source, type, series)
  }
  return { count: sheets.length + 4 + files.length + types.size, entries: entries() }
}
