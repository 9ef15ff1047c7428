import { records } from '@sukoyaka/phrases/boards/records'
import type { Language } from '@sukoyaka/phrases/language'
import { fullName } from '@sukoyaka/rules/person'
import { formatTime, tokyoDay } from '@sukoyaka/rules/time'
import type { Field } from '@sukoyaka/wire/admin'
import type { Person } from '@sukoyaka/wire/people/account'
import type { FastifyReply } from 'fastify'
import { apiError } from '../../errors/api-error.ts'
import { attachment } from '../../files/file-name.ts'
import { bom, csvLine } from '../results-import/csv.ts'

const maxRows = 50_000

type Row = object
type Page = { items: readonly Row[]; next_page: number | null }

/** The phrase of a key that is made of a field name; `pages/admin/tables/all.test.ts` of the web app checks that all exist. */
const phraseOf = (language: Language, key: string) => (records[language] as Record<string, string>)[key]

const cellOf = (field: Field, value: unknown, language: Language): string => {
  if (value === null || value === undefined) return ''
  // a form that spreadsheets read as a time, in Tokyo as on the screen
  if (field.kind === 'instant') return `${tokyoDay(String(value))} ${formatTime(String(value))}`
  if (field.kind === 'group') return fullName(value as Person, language)
  if (typeof value === 'boolean') return records[language][value ? 'yes' : 'no']
  return (field.kind === 'choice' && phraseOf(language, `value.${field.name}.${String(value)}`)) || String(value)
}

type Export = { name: string; columns: readonly Field[]; language: Language; reply: FastifyReply }

/** A list of the administration as CSV: the rows of all pages. Throws 422 for more than `maxRows`. */
export const csvOf = async ({ name, columns, language, reply }: Export, list: (page: number) => Promise<Page>): Promise<string> => {
  // leaves out the ids of other tables, and groups of fields that are no person
  const shown = columns.filter(({ kind, name, of }) => of === undefined && (kind !== 'group' || ['person', 'user', 'account', 'owner'].includes(name)))
  const heading = csvLine(shown.map((field) => phraseOf(language, `field.${field.name}`) ?? field.name))
  const lines: string[] = []
  for (let page: number | null = 1; page !== null; ) {
    const { items, next_page }: Page = await list(page)
    if (lines.length + items.length > maxRows) throw apiError('too_many_rows', { values: { max: maxRows.toLocaleString('ja-JP') } })
    for (const item of items) {
      const values = new Map<string, unknown>(Object.entries(item))
      lines.push(csvLine(shown.map((field) => cellOf(field, values.get(field.name), language))))
    }
    page = next_page
  }
  reply.header('content-type', 'text/csv; charset=utf-8').header('content-disposition', attachment(`${name}.csv`))
  return [bom, heading, ...lines].join('')
}
