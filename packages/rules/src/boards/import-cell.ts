import type { Comparator } from '@sukoyaka/wire/record/value'
import { fold } from '../fold.ts'
import { readLabel, splitComparator } from '../value.ts'

/** Cell of a checkup provider's file as a number, or as the index of a label; `unit` is set if the cell itself contains a unit. `'none'`: not measured. */
export type Cell = { value: number; comparator: Comparator | null; unit: string } | 'none' | 'unreadable'

const normalizeText = (text: string) => text.normalize('NFKC').trim()

/** Texts that providers write for a value that was not measured. */
const emptyPattern = /^(|[-‐‑‒–—―−ー*＊/／.・]+|未実施|未検査?|未受診|未測定|検査?せず|実施せず|実施なし|対象外|該当なし|なし|測定不能|検体不良|n\/?a|null)$/i

/** Removes marks beside the number, such as high and low flags, stars and arrows. */
const stripFlags = (text: string) =>
  text
    .replace(/^(?:[HL*↑↓▲▼]\s*)+(?=[\d<>≦≧.,+-])/i, '')
    .replace(/(?<=[\d.])\s*(?:[HL]{1,2}|[*↑↓▲▼])+$/i, '')
    .replace(/(?<=[\d.]) +\((?:[HL]|高|低)\)$/i, '')
    .trim()

const grouped = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/
const plain = /^[+-]?(\d+\.?\d*|\.\d+)$/

const numberOf = (text: string): number | undefined => {
  if (grouped.test(text)) return Number(text.replaceAll(',', ''))
  return plain.test(text) ? Number(text) : undefined
}

/** Parses a number as written by people or laboratories: full width, thousands separators, limits, flags, trailing unit. */
export const readNumberCell = (text: string): Cell => {
  const normalized = normalizeText(text).replace(/[−‐‑–]/g, '-')
  if (emptyPattern.test(normalized)) return 'none'
  const { text: bare, comparator } = splitComparator(stripFlags(normalized))
  const plainNumber = numberOf(bare)
  if (plainNumber !== undefined) return { value: plainNumber, comparator, unit: '' }
  const [, number = '', unit = ''] = /^([+-]?[\d.,]+)\s*([^\d\s.,].*)$/.exec(bare) ?? []
  const value = numberOf(number)
  return value === undefined || /\d{3,}/.test(unit) ? 'unreadable' : { value, comparator, unit: unit.trim() }
}

/** Parses a qualitative result to the index of its label. A bare digit is rejected, because providers number the steps differently. */
export const readGradeCell = (text: string, labels: readonly string[]): Cell => {
  const value = readLabel(text, labels)
  if (value !== undefined) return { value, comparator: null, unit: '' }
  return emptyPattern.test(normalizeText(text).replace(/[−‐‑–—―ー]/g, '-')) ? 'none' : 'unreadable'
}

const eras: { names: RegExp; code: string; first: number; from: string; to: string }[] = [
  { names: /^(r|令和?|㋿)$/i, code: '5', first: 2019, from: '2019-05-01', to: '9999-12-31' },
  { names: /^(h|平成?)$/i, code: '4', first: 1989, from: '1989-01-08', to: '2019-04-30' },
  { names: /^(s|昭和?)$/i, code: '3', first: 1926, from: '1926-12-25', to: '1989-01-07' },
  { names: /^(t|大正?)$/i, code: '2', first: 1912, from: '1912-07-30', to: '1926-12-25' },
  { names: /^(m|明治?)$/i, code: '1', first: 1868, from: '1868-01-25', to: '1912-07-30' },
]

const pad2 = (value: number) => String(value).padStart(2, '0')
const toValidDay = (year: number, month: number, date: number): string | undefined => {
  const day = `${String(year).padStart(4, '0')}-${pad2(month)}-${pad2(date)}`
  const at = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day || year < 1868 ? undefined : day
}
const dayOfEra = (era: (typeof eras)[number] | undefined, year: number, month: number, date: number) => {
  const day = era && year > 0 ? toValidDay(era.first + year - 1, month, date) : undefined
  // the first and the last year of an era are incomplete
  return day && era && day >= era.from && day <= era.to ? day : undefined
}

/** Parses a day of the western or Japanese calendar to `YYYY-MM-DD`; null if empty or only a mark such as `-`, undefined if invalid. */
export const readDayCell = (text: string): string | null | undefined => {
  const bare = normalizeText(text)
    .replace(/\((日|月|火|水|木|金|土)\)$/, '')
    .replace(/[T\s]+\d{1,2}:\d{2}(:\d{2})?(\.\d+)?Z?$/, '')
    .replace(/\s+/g, '')
  if (!bare || /^[-*/.]+$/.test(bare)) return null
  const [, year, month, date] = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(bare) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(bare) ?? []
  if (year) return toValidDay(Number(year), Number(month), Number(date))
  const [, era, eraYear, eraMonth, eraDate] =
    /^([a-z]|明治?|大正?|昭和?|平成?|令和?)(\d{1,2}|元)[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/i.exec(bare) ?? /^([a-z])(\d{2})(\d{2})(\d{2})$/i.exec(bare) ?? []
  if (era)
    return dayOfEra(
      eras.find(({ names }) => names.test(era)),
      eraYear === '元' ? 1 : Number(eraYear),
      Number(eraMonth),
      Number(eraDate),
    )
  const [, code, codeYear, codeMonth, codeDate] = /^([1-5])(\d{2})(\d{2})(\d{2})$/.exec(bare) ?? []
  return code
    ? dayOfEra(
        eras.find((item) => item.code === code),
        Number(codeYear),
        Number(codeMonth),
        Number(codeDate),
      )
    : undefined
}

/** Null if empty, undefined if unrecognised. */
export const readSexCell = (text: string): 'male' | 'female' | null | undefined => {
  const bare = normalizeText(text).toLowerCase().replace(/性$/, '')
  if (!bare) return null
  if (/^(男|m|male|1)$/.test(bare)) return 'male'
  return /^(女|f|female|2)$/.test(bare) ? 'female' : undefined
}

/** Folds a name for comparison, without spaces, dots and commas. */
export const foldName = (text: string) => fold(text).replace(/[\s・,、.]+/g, '')
