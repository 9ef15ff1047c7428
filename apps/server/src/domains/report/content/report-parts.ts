import { report_document } from '@sukoyaka/phrases/care/report-document'
import { common } from '@sukoyaka/phrases/common'
import type { Language } from '@sukoyaka/phrases/language'
import { imaging as imagingWords } from '@sukoyaka/phrases/record/imaging'
import { results as resultWords } from '@sukoyaka/phrases/record/results'
import { formatEraDay } from '@sukoyaka/rules/era'
import { ageOn, fullName, readingOf } from '@sukoyaka/rules/person'
import { directionOf, isAbnormal, markedStatus } from '@sukoyaka/rules/record/checkup'
import { seriousSide } from '@sukoyaka/rules/record/judge'
import { formatDay, tokyoDay } from '@sukoyaka/rules/time'
import { formatRange, formatValue } from '@sukoyaka/rules/value'
import type { resultGroups } from '@sukoyaka/wire/record/result-group'
import { translate } from '../../../config/language.ts'
import type { ReportContent } from '../content-store.ts'

type Word = keyof (typeof report_document)['ja']
type Values = Record<string, string | number>
type StoredValue = ReportContent['values'][number]
export type Category = ReportContent['categories'][number]
export type Status = 0 | 1 | 2 | null

/** Words of the report in one language; in English, a count of 1 has its own words. */
export const wordsIn =
  (language: Language) =>
  (key: Word, values: Values = {}) => {
    const one = `${key}_one`
    return translate(report_document, language, values.count === 1 && one in report_document[language] ? (one as Word) : key, values)
  }
export type Words = ReturnType<typeof wordsIn>

/** Marks that can be told apart without colour. */
export const markOf = (status: Status) => (status === 0 ? '●' : status === 1 ? '◆' : status === 2 ? '▲' : '○')

export const groupName = (group: string, language: Language) => translate(resultWords, language, `group.${group as (typeof resultGroups)[number]}`)

/** The value of each category in a checkup: the last critical one, of which the patient was told, else the last. */
export const valuePerCategory = <V extends Pick<StoredValue, 'test_package_id' | 'category_id' | 'is_serious'>>(values: readonly V[], package_id: number) => {
  const ofPackage = values.filter(({ test_package_id }) => test_package_id === package_id)
  return new Map([...ofPackage, ...ofPackage.filter(({ is_serious }) => is_serious)].map((item) => [item.category_id, item]))
}

/** The side of the healthy range (`high` or `low`). A critical value without a range, such as that of a child, has the side of the critical limits. */
const sideOf = (item: StoredValue, category: Category) => {
  if (category.value_labels) return undefined
  if (item.healthyRange) return directionOf(item, { healthy: item.healthyRange })
  return item.is_serious ? seriousSide(item, category) : undefined
}

/** A value with its text and unit, the healthy range of its day (`healthyRange`: the limits, `rangeText`: as printed) and its side. */
export const toMeasured = (item: StoredValue, category: Category) => ({
  ...item,
  status: markedStatus(item),
  category,
  text: formatValue(item, category),
  unit: category.value_labels ? '' : category.unit_display,
  rangeText: item.healthyRange ? formatRange(item.healthyRange, category) : '',
  side: sideOf(item, category),
})
export type Measured = ReturnType<typeof toMeasured>

/** The measured categories in the order of the catalogue. */
export const measuredIn = ({ values, categories, id }: ReportContent): Measured[] => {
  const found = valuePerCategory(values, id)
  return categories.flatMap((category) => {
    const item = found.get(category.id)
    return item ? [toMeasured(item, category)] : []
  })
}

export const countsOf = (items: readonly Pick<Measured, 'status'>[]) => {
  const count = (status: Status) => items.filter((item) => item.status === status).length
  return { healthy: count(0), unhealthy: count(1), warning: count(2), unjudged: count(null), all: items.length }
}

/**
 * The newest finding of each examination in the checkup, and all abnormal ones: a later image of the same examination does not replace an abnormal one.
 * `before`: the newest earlier finding from outside this checkup.
 */
export const findingsOf = ({
  findings,
  imageCategories,
  id,
}: Pick<ReportContent, 'findings' | 'id'> & { imageCategories: readonly Pick<ReportContent['imageCategories'][number], 'id' | 'display_name'>[] }) =>
  imageCategories.flatMap(({ id: category_id, display_name }) => {
    const ofCategory = findings.filter((other) => other.category_id === category_id)
    return ofCategory
      .filter(({ test_package_id }) => test_package_id === id)
      .filter((item, at) => at === 0 || isAbnormal(item))
      .map((item) => ({
        ...item,
        name: display_name,
        before: ofCategory.find((other) => other.test_package_id !== id && other.recorded_at < item.recorded_at),
      }))
  })

const findingStatuses = ['status.healthy', 'status.danger', 'status.warning'] as const

/** The status of a finding in the words of the app, and its text. Without both, the image is still being read; `reading` is the app's phrase for that. */
export const findingTexts = (
  { status, finding }: Pick<ReportContent['findings'][number], 'status' | 'finding'>,
  language: Language,
  reading: 'status.unknown' | 'patient.status.unknown',
) => {
  const words = wordsIn(language)
  const isBeingRead = status === null && !finding
  const unjudged = isBeingRead ? translate(imagingWords, language, reading) : words('status.null')
  return {
    status: status === null ? unjudged : translate(imagingWords, language, findingStatuses[status]),
    text: finding || words(isBeingRead ? 'findings.reading' : 'findings.none'),
  }
}

/** The report number that people quote: the day of the checkup and its id. */
export const reportNumber = ({ tested_at, test_package_id }: { tested_at: string; test_package_id: number }) => {
  const day = tokyoDay(tested_at)
  return `${day.slice(0, 4)}-${day.slice(5, 7)}${day.slice(8)}-${String(test_package_id).padStart(4, '0')}`
}

/** The head of both kinds of report: the patient, the checkup and the report number. */
export const headOf = (content: ReportContent, language: Language) => {
  const words = wordsIn(language)
  const { patient, tested_at, location, kind, name, user_id, id } = content
  const day = tokyoDay(tested_at)
  const kana = readingOf(patient)
  return {
    language,
    name: fullName(patient, language),
    kana: language === 'ja' ? kana : '',
    birthday: patient.birthday && formatEraDay(patient.birthday, language),
    age: patient.birthday && ageOn(patient.birthday, day),
    sex: patient.sex ? translate(common, language, `patient.${patient.sex}`) : words('unknown'),
    day: formatEraDay(day, language),
    short_day: formatDay(day, language),
    place: location || words('unknown'),
    kind: name || translate(resultWords, language, `kind.${kind}`),
    patient_number: `SK-${String(user_id).padStart(6, '0')}`,
    number: words('number', { number: reportNumber({ tested_at, test_package_id: id }) }),
  }
}

/** The overall judgement of the provider, such as C; empty if it gave none. */
export const overallOf = ({ provider_judgements }: ReportContent) => provider_judgements.find(({ is_overall }) => is_overall)?.text ?? ''

export const signerOf = (person: ReportContent['released_by'], language: Language, words: Words) => {
  if (!person?.role) return { name: '', role: '' }
  const { role } = person
  const name = fullName({ last_name: person.last_name ?? '', first_name: person.first_name ?? '' }, language)
  return { name, role: role === 'doctor' || role === 'nurse' || role === 'admin' ? words(`role.${role}`) : '' }
}
