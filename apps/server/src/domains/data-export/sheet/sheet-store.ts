import type { Language, Phrases } from '@sukoyaka/phrases/language'
import { data_export_files } from '@sukoyaka/phrases/people/data-export-files'
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { QueryTools } from '../../../access/patient-query.ts'
import { translate } from '../../../config/language.ts'

type FileKey = keyof (typeof data_export_files)['ja']
type KeyWith<Prefix extends string> = FileKey extends infer K ? (K extends `${Prefix}.${infer Rest}` ? Rest : never) : never
export type SheetName = KeyWith<'sheet'>
export type ColumnName = KeyWith<'column'>

export type Row = Record<string, unknown> & { id: number }
type Cell = string | number | boolean | null | undefined | readonly (string | number)[]
/** A column of the query, or a heading with a function for the cells below it. */
export type Column = ColumnName | readonly [ColumnName, (row: Row, language: Language) => Cell]

/** One CSV file: a query of the rows that the patient may see, with an `id` that orders them, and the columns of the file. */
export type Sheet = { name: SheetName; select: (tools: QueryTools, language: Language) => SQL; columns: readonly Column[] }

/** Time in Tokyo, as spreadsheets read it. */
export const time = (column: SQL | AnyColumn): SQL => sql`to_char(${column} at time zone 'Asia/Tokyo', 'YYYY-MM-DD HH24:MI')`
/** The name of a catalogue row. */
export const nameIn = (alias: string, language: Language): SQL => sql.raw(`${alias}.name_${language}`)

/** Writes a value as a phrase, such as a kind or a status. Unknown values stay as they are. */
export const worded =
  (words: Phrases, prefix: string, column: string) =>
  (row: Row, language: Language): string => {
    const value = row[column]
    return value === null || value === undefined ? '' : (words[language][`${prefix}.${value}`] ?? String(value))
  }

/** The label of an answer: that of its option, yes or no, or the number. */
export const answerLabel = ({ value, value_type, options }: Row, language: Language): string => {
  const option = (options as { value: number }[]).find((item) => item.value === value) as Record<string, unknown> | undefined
  if (option) return String(option[`label_${language}`])
  return value_type === 'boolean' ? yesOrNo(value !== 0, language) : String(value)
}

export const yesOrNo = (value: boolean, language: Language) => translate(data_export_files, language, value ? 'yes' : 'no')

export const list = (items: readonly (string | number)[], language: Language) => items.join(language === 'ja' ? '、' : ', ')

const textOf = (cell: Cell, language: Language): string => {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'boolean') return yesOrNo(cell, language)
  return typeof cell === 'object' ? list(cell, language) : String(cell)
}

export const columnName = (column: Column): ColumnName => (typeof column === 'string' ? column : column[0])
export const cellsOf = ({ columns }: Sheet, row: Row, language: Language): string[] =>
  columns.map((column) => textOf(typeof column === 'string' ? (row[column] as Cell) : column[1](row, language), language))
