import type { AnswerOption } from '@sukoyaka/wire/record/lifestyle'
import type { DateLanguage } from '../time.ts'
import { formatDecimal } from '../value.ts'
import { skinType } from './lifestyle.ts'

type AnswerFormat = { name: string; value_type: string; unit?: string; options?: readonly AnswerOption[] }

/** Words for the values 0 and 1: a symptom is absent or present, as in the questionnaire; other questions are answered with no or yes. */
const booleans = {
  symptom: { ja: ['なし', 'あり'], en: ['No', 'Yes'], kr: ['없음', '있음'] },
  question: { ja: ['いいえ', 'はい'], en: ['No', 'Yes'], kr: ['아니요', '예'] },
} as const satisfies Record<string, Record<DateLanguage, readonly [string, string]>>
export type AnswerKind = keyof typeof booleans
const romanNumerals = ['I', 'II', 'III', 'IV', 'V', 'VI']

/** Display forms of units, which are stored in UCUM notation or as laboratories in Japan print them. */
const units: Record<string, Record<DateLanguage, string>> = {
  h: { ja: '時間', en: 'h', kr: '시간' },
  '{floor}': { ja: '階', en: 'floors', kr: '층' },
  Cel: { ja: '℃', en: '°C', kr: '℃' },
  'mm[Hg]': { ja: 'mmHg', en: 'mmHg', kr: 'mmHg' },
  'g/日': { ja: 'g/日', en: 'g/day', kr: 'g/일' },
  '回/分': { ja: '回/分', en: '/min', kr: '회/분' },
  '回/時': { ja: '回/時', en: '/h', kr: '회/시간' },
  'mm/時': { ja: 'mm/時', en: 'mm/h', kr: 'mm/시간' },
  'mL/分/1.73m²': { ja: 'mL/分/1.73m²', en: 'mL/min/1.73m²', kr: 'mL/분/1.73m²' },
  'mL/kg/分': { ja: 'mL/kg/分', en: 'mL/kg/min', kr: 'mL/kg/분' },
  '万/μL': { ja: '万/μL', en: '×10⁴/μL', kr: '만/μL' },
  EIA価: { ja: 'EIA価', en: 'EIA index', kr: 'EIA 지수' },
  '[in_i]': { ja: 'インチ', en: 'in', kr: '인치' },
  '[lb_av]': { ja: 'ポンド', en: 'lb', kr: '파운드' },
  '[degF]': { ja: '°F', en: '°F', kr: '°F' },
  'meq/L': { ja: 'mEq/L', en: 'mEq/L', kr: 'mEq/L' },
  '%{JDS}': { ja: '%（JDS）', en: '% (JDS)', kr: '%(JDS)' },
  'U/L{JSCC}': { ja: 'U/L（JSCC）', en: 'U/L (JSCC)', kr: 'U/L(JSCC)' },
  'mg/d{Na}': { ja: 'mgNa/日', en: 'mg Na/day', kr: 'mgNa/일' },
  'mmol/d{Na}': { ja: 'mmolNa/日', en: 'mmol Na/day', kr: 'mmolNa/일' },
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'
/** `ug/L` as μg/L, `10*9/L` as ×10⁹/L, `k[IU]/L` as kIU/L, `mg/g{Cr}` as mg/gCr. */
const formatUcum = (unit: string) =>
  unit
    .replace(/10\*(\d+)/g, (_, power: string) => `×10${[...power].map((digit) => superscripts[Number(digit)]).join('')}`)
    .replace(/(^|\/)u(?=[A-Za-z[])/g, '$1μ')
    .replace(/[[\]{}]/g, '')

/** Unit for display. */
export const formatUnit = (unit: string, language: DateLanguage): string => units[unit]?.[language] ?? formatUcum(unit)

/** Number with at most the given number of decimals (`all`: exactly that number), thousands separators and a true minus sign. */
export const formatNumber = (value: number, decimals: number, digits: 'most' | 'all' = 'most'): string => {
  const [whole = '', fraction = ''] = formatDecimal(value, decimals).split('.')
  const shownFraction = digits === 'all' ? fraction : fraction.replace(/0+$/, '')
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (shownFraction && `.${shownFraction}`)
}

/** Formats an answer for display: Roman numeral of a skin type, yes or no, label of a scale, or number with unit. */
export const formatAnswer = (
  { name, value_type, unit = '', options = [] }: AnswerFormat,
  value: number,
  language: DateLanguage,
  kind: AnswerKind = 'question',
): string => {
  if (name === skinType) return romanNumerals[value - 1] ?? formatNumber(value, 1)
  const option = options.find((item) => item.value === value)
  if (option) return option.label
  if (value_type === 'boolean' && (value === 0 || value === 1)) return booleans[kind][language][value]
  const space = language === 'en' || /^[a-z%]/i.test(formatUnit(unit, language)) ? ' ' : ''
  return unit && value_type === 'number' ? `${formatNumber(value, 1)}${space}${formatUnit(unit, language)}` : formatNumber(value, 1)
}
