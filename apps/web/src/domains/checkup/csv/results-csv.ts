import { formatTime, tokyoDay } from '@sukoyaka/rules/time'
import { formatChange, formatRange, formatValue } from '@sukoyaka/rules/value'
import type { TestPackage, TestResult } from '@sukoyaka/wire/record/checkup'
import type { Category } from '../api.ts'
import { type Grid, type Row, sideOf } from '../grid/model.ts'
import { shownSide, shownStatus } from '../spoken.ts'
import { toCsv } from './csv.ts'

export type CsvWords = {
  head: readonly string[]
  status: (status: number | null, side: 'high' | 'low' | undefined) => string
  kind: (kind: TestPackage['kind'] | undefined) => string
  group: (name: string) => string
  derived: string
  serious: string
  isStaff: boolean
}

/** Whether the value is written as a number, with which spreadsheets can calculate. */
const isPlain = ({ comparator }: TestResult, { value_labels }: Category) => !comparator && !value_labels

const differenceOf = (before: TestResult | undefined, result: TestResult, category: Category) => {
  if (!before) return null
  if (isPlain(before, category) && isPlain(result, category)) return Math.round((result.value - before.value) * 1e6) / 1e6
  return formatChange(before, result, category, 'en')
}

/** One line per value, with its origin. Only staff get the column that names critical values. */
export const resultsCsv = (grid: Grid, rows: readonly Row[], words: CsvWords): string => {
  const packageOf = new Map(grid.columns.flatMap(({ test_package }) => (test_package ? [[test_package.id, test_package] as const] : [])))
  const lines = rows.flatMap(({ category, results }) =>
    results.map((result, at) => {
      const range = grid.rangeOf(result)
      const audience = words.isStaff ? 'staff' : 'patient'
      const side = shownSide(audience, category, sideOf(result, range))
      const before = results[at + 1]
      const testPackage = result.test_package_id === null ? undefined : packageOf.get(result.test_package_id)
      return [
        tokyoDay(result.recorded_at),
        formatTime(result.recorded_at),
        words.group(category.group),
        category.display_name,
        category.name,
        isPlain(result, category) ? result.value : formatValue(result, category),
        category.unit_display,
        shownStatus(audience, result, range) ? words.status(result.status, side) : '',
        side === 'high' ? 'H' : side === 'low' ? 'L' : '',
        range ? formatRange(range.healthy, category) : '',
        differenceOf(before, result, category),
        words.kind(testPackage?.kind),
        testPackage?.location ?? '',
        result.origin,
        result.is_derived ? words.derived : '',
        result.entered_value,
        result.entered_unit ?? '',
        ...(words.isStaff ? [result.is_serious ? words.serious : ''] : []),
      ]
    }),
  )
  return toCsv([words.head, ...lines])
}
