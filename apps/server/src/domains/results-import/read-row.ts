import { type Cell, readDayCell, readGradeCell, readNumberCell, readSexCell } from '@sukoyaka/rules/boards/import-cell'
import { looksLikeUnit } from '@sukoyaka/rules/boards/import-header'
import { type Reading, readValue } from '@sukoyaka/rules/record/judge'
import type { ImportReasonCode } from '@sukoyaka/wire/boards/import-row'
import type { ImportColumn, ImportField, ImportMapping } from '@sukoyaka/wire/boards/results-import'
import type { ProviderJudgement } from '@sukoyaka/wire/record/checkup'
import { type Category, type Dictionary, unitOf } from './mapping.ts'

export type Reason = { at: number | null; reason: ImportReasonCode }
/** The person as the row describes them. `isIdCertain`: whether the column of the id is known to have our ids, not those of the laboratory. */
export type RowPerson = { patient_id: number | null; isIdCertain: boolean; name: string; kana: string; birthday: string | null; sex: 'male' | 'female' | null }
export type Value = Reading & { at: number; category_id: number }
export type ReadRow = { person: RowPerson; tested_on: string | null; values: Value[]; judgements: ProviderJudgement[]; reasons: Reason[] }
export type LayoutInput = {
  columns: readonly ImportColumn[]
  mapping: readonly ImportMapping[]
  dictionary: Dictionary
  tested_on: string | null
  today: string
}

type Mapped = ImportMapping & { category: Category | undefined }
/** The columns of fields, results and judgements, computed once for all rows. */
export type ColumnLayout = {
  at: Partial<Record<ImportField, number>>
  isIdCertain: boolean
  results: (Mapped & { category: Category })[]
  judgements: { at: number; name: string; is_overall: boolean }[]
} & Pick<LayoutInput, 'tested_on' | 'today'>

export const columnLayoutOf = ({ columns, mapping, dictionary, tested_on, today }: LayoutInput): ColumnLayout => ({
  at: Object.fromEntries(mapping.flatMap(({ field, at }) => (field ? [[field, at]] : []))),
  isIdCertain: mapping.some(({ field, source }) => field === 'patient_id' && source !== 'guess'),
  results: mapping.flatMap((column) => {
    const category = column.category_id === null ? undefined : dictionary.byId.get(column.category_id)
    return category ? [{ ...column, category }] : []
  }),
  judgements: mapping.flatMap(({ at, field }) =>
    field === 'overall_judgement' || field === 'judgement' ? [{ at, name: columns[at]?.header ?? '', is_overall: field === 'overall_judgement' }] : [],
  ),
  tested_on,
  today,
})

const readPatientId = (text: string): number | null | undefined => {
  const digits = text.normalize('NFKC').replace(/^0+(?=\d)/, '')
  if (!digits) return null
  return /^\d{1,15}$/.test(digits) && digits !== '0' ? Number(digits) : undefined
}

/** One value in the category’s unit; undefined for a cell that says that there is none; a reason code for a value that cannot be stored. */
const readResultCell = (text: string, { at, category, unit }: ColumnLayout['results'][number], isConfirmed: boolean): Value | ImportReasonCode | undefined => {
  const cell: Cell = category.value_labels ? readGradeCell(text, category.value_labels) : readNumberCell(text)
  if (cell === 'none') return undefined
  if (cell === 'unreadable') return 'value_unreadable'
  const cellUnit = cell.unit ? unitOf(category, cell.unit) : unit
  // text that is no unit is a typing error, such as 12O
  if (cellUnit === undefined || cellUnit === null) return cell.unit && !looksLikeUnit(cell.unit) ? 'value_unreadable' : 'unit_unknown'
  const read = readValue(category, { value: cell.value, comparator: cell.comparator, unit: cellUnit === category.unit ? '' : cellUnit, confirmed: isConfirmed })
  if (!('problem' in read)) return { at, category_id: category.id, ...read }
  return ({ unknown_unit: 'unit_unknown', impossible: 'value_impossible', unlikely: 'value_unlikely', not_a_step: 'value_between_steps' } as const)[
    read.problem
  ]
}

const maxJudgementLength = 100

/** A row's person, date, values and judgements, and the reasons why the row or a cell cannot be stored. The patient is looked up separately. */
export const readRow = (cells: readonly string[], { at, isIdCertain, results, judgements, tested_on, today }: ColumnLayout, isConfirmed: boolean): ReadRow => {
  const reasons: Reason[] = []
  const cell = (field: ImportField) => (at[field] === undefined ? '' : (cells[at[field]] ?? ''))
  const read = <T>(field: ImportField, parse: (text: string) => T | null | undefined, reason: ImportReasonCode): T | null => {
    const found = parse(cell(field))
    if (found === undefined) reasons.push({ at: at[field]!, reason })
    return found ?? null
  }
  const patient_id = read('patient_id', readPatientId, 'person_unknown')
  const birthday = read('birthday', readDayCell, 'birthday_unreadable')
  const sex = read('sex', readSexCell, 'sex_unreadable')
  const testedOn = read('tested_on', readDayCell, 'day_unreadable')
  const day = testedOn ?? (cell('tested_on') ? null : tested_on)
  const dayAt = at.tested_on ?? null
  if (!day && !reasons.some(({ reason }) => reason === 'day_unreadable')) reasons.push({ at: dayAt, reason: 'day_missing' })
  if (day && day > today) reasons.push({ at: dayAt, reason: 'day_in_future' })
  if (day && birthday && day < birthday) reasons.push({ at: dayAt, reason: 'day_before_birth' })
  const values: Value[] = []
  for (const result of results) {
    const found = readResultCell(cells[result.at] ?? '', result, isConfirmed)
    if (typeof found === 'string') reasons.push({ at: result.at, reason: found })
    else if (found) values.push(found)
  }
  return {
    person: {
      patient_id,
      isIdCertain,
      name: cell('name') || `${cell('last_name')} ${cell('first_name')}`.trim(),
      kana: cell('kana') || `${cell('last_name_kana')} ${cell('first_name_kana')}`.trim(),
      birthday,
      sex,
    },
    tested_on: day,
    values,
    judgements: judgements.flatMap(({ at, ...judgement }) => {
      const text = (cells[at] ?? '').normalize('NFKC').trim().slice(0, maxJudgementLength)
      return text ? [{ ...judgement, text }] : []
    }),
    reasons,
  }
}
