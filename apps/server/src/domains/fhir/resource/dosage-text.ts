import { isDeepStrictEqual } from 'node:util'

/** Japanese words for HL7's codes of units of time. */
export const timeUnits = { min: '分', h: '時間', d: '日', wk: '週間', mo: 'か月' }

/** Japanese words for HL7's codes of events, days and units of time. */
const codeNames = new Map(
  Object.entries({
    WAKE: '起床時',
    ACM: '朝食前',
    CM: '朝食時',
    PCM: '朝食後',
    ACD: '昼食前',
    CD: '昼食時',
    PCD: '昼食後',
    ACV: '夕食前',
    CV: '夕食時',
    PCV: '夕食後',
    AC: '食前',
    C: '食事時',
    PC: '食後',
    MORN: '朝',
    NOON: '昼',
    AFT: '午後',
    EVE: '夕方',
    NIGHT: '夜',
    HS: '就寝前',
    PHS: '就寝後',
    mon: '月',
    tue: '火',
    wed: '水',
    thu: '木',
    fri: '金',
    sat: '土',
    sun: '日',
    ...timeUnits,
  }),
)

/** Labels of the elements of a dosage; none where the words need none, or the element only groups others. */
const labels = new Map(
  Object.entries({
    text: '',
    timing: '',
    repeat: '',
    code: '',
    when: '',
    event: '',
    doseAndRate: '',
    extension: '',
    sequence: '順番',
    asNeededBoolean: '頓用',
    asNeededCodeableConcept: '頓用',
    patientInstruction: '指示',
    additionalInstruction: '指示',
    doseQuantity: '1回量',
    doseRange: '1回量',
    rateQuantity: '速度',
    rateRange: '速度',
    rateRatio: '速度',
    maxDosePerPeriod: '最大量',
    maxDosePerAdministration: '1回の最大量',
    maxDosePerLifetime: '生涯の最大量',
    route: '経路',
    site: '部位',
    method: '方法',
    timeOfDay: '時刻',
    dayOfWeek: '曜日',
    boundsPeriod: '期間',
    boundsDuration: '期間',
    boundsRange: '期間',
    count: '回数',
    offset: '前後の分数',
    duration: '所要時間',
    durationUnit: '',
  }),
)

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const join = (words: readonly string[], between: string) => words.filter(Boolean).join(between)

/** The words of a quantity, range, ratio, period, concept or coding; undefined for anything else. */
const wordsOfDatatype = (value: Record<string, unknown>): string | undefined => {
  const { comparator = '', unit, code, low, high, numerator, denominator, start, end, text, coding, display } = value
  if ('value' in value) return join([`${comparator}${value.value}`, wordsOf(unit ?? code)], '')
  if (low || high) return `${wordsOf(low)}〜${wordsOf(high)}`
  if (start || end) return `${wordsOf(start)}〜${wordsOf(end)}`
  if (numerator && denominator) return `${wordsOf(numerator)}／${wordsOf(denominator)}`
  if (Array.isArray(coding) || (typeof text === 'string' && Object.keys(value).length === 1)) return wordsOf(text ?? coding)
  if (display || 'system' in value) return wordsOf(display ?? code)
  return undefined
}

/** The words of an element of a dosage, with the label of each of its parts. */
export const wordsOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'あり' : 'なし'
  if (Array.isArray(value)) return join(value.map(wordsOf), '、')
  if (!isObject(value)) return codeNames.get(String(value)) ?? String(value)
  const { url, id: _, ...parts } = value
  const words = Object.entries(parts).map(([name, part]) => join([labels.get(name) ?? name, wordsOf(part)], ' '))
  return wordsOfDatatype(value) ?? join([wordsOf(url), ...words], ' ')
}

/** The parts of a value that `held` does not have; undefined if it has all. */
export const restOf = (value: unknown, held: unknown): unknown => {
  if (isDeepStrictEqual(value, held)) return undefined
  if (Array.isArray(value) && Array.isArray(held)) {
    const rest = value.filter((item) => !held.some((other) => isDeepStrictEqual(item, other)))
    return rest.length ? rest : undefined
  }
  if (!isObject(value) || !isObject(held)) return value
  const rest = Object.entries(value).flatMap(([name, part]) => {
    const left = restOf(part, held[name])
    return left === undefined ? [] : [[name, left]]
  })
  return rest.length ? Object.fromEntries(rest) : undefined
}
