import type { Language } from '@sukoyaka/phrases/language'
import { illness as illnessWords } from '@sukoyaka/phrases/record/illness'
import { medication as medicationWords } from '@sukoyaka/phrases/record/medication'
import { formatPeriod } from '@sukoyaka/rules/partial-day'
import { intakesFrom, lastDayOf } from '@sukoyaka/rules/record/medication-period'
import { formatDay, formatInstant, tokyoDay } from '@sukoyaka/rules/time'
import { translate } from '../../../config/language.ts'
import type { ReportContent } from '../content-store.ts'
import {
  countsOf,
  findingsOf,
  findingTexts,
  groupName,
  headOf,
  type Measured,
  markOf,
  measuredIn,
  overallOf,
  signerOf,
  toMeasured,
  valuePerCategory,
  type Words,
  wordsIn,
} from './report-parts.ts'

type Cell = { value: string; flag: string; other_range: boolean }
type Row = { name: string; status: 0 | 1 | 2 | 3; mark: string; value: string; flag: string; range: string; before: (Cell | null)[] }

/** H or L by the range of that day; exclamation marks for a critical value. */
const flagOf = ({ status, side, is_serious }: Measured) => `${status && side ? (side === 'high' ? 'H' : 'L') : ''}${is_serious ? '‼' : ''}`

const sameRange = (a: Measured, b: Measured) => a.healthyRange?.min === b.healthyRange?.min && a.healthyRange?.max === b.healthyRange?.max

/** A range with its unit, `60–119 mg/dL`. */
const rangeWithUnit = ({ rangeText, unit }: Measured) => [rangeText, unit].filter(Boolean).join(' ')

type Earlier = { day: string; values: Map<number, ReportContent['values'][number]> }

const rowsOf = (items: readonly Measured[], earlier: readonly Earlier[]) => {
  const otherRanges: { name: string; range: string; day: string }[] = []
  const rows = items.map((item): Row & { group: string } => {
    const before = earlier.map(({ day, values }) => {
      const found = values.get(item.category_id)
      if (!found) return null
      const old = toMeasured(found, item.category)
      // a value that was not judged has no range to compare
      const other_range = old.healthyRange !== null && item.healthyRange !== null && !sameRange(old, item)
      if (other_range) otherRanges.push({ name: item.category.display_name, range: old.rangeText, day })
      return { value: old.text, flag: flagOf(old), other_range }
    })
    return {
      group: item.category.group,
      name: item.category.display_name,
      status: item.status ?? 3,
      // an item without a range has no mark, unless its value is critical
      mark: item.status === 0 || (item.status === null && !item.healthyRange) ? '' : markOf(item.status),
      value: item.text,
      flag: flagOf(item),
      range: rangeWithUnit(item),
      before,
    }
  })
  return { rows, otherRanges }
}

/** Lines per column of values on a page, and how many of them the head takes on the first page. */
const [linesOfPage, linesOfHead] = [67, 17]
/** A column has room for at least this many lines, however long the head is. */
const leastLines = 10

type Group = { name: string; rows: Row[] }

/** Approximate width of a text in full-width characters. */
const widthOf = (text: string) => [...text].reduce((sum, character) => sum + (character > '\u2e7f' ? 1 : 0.56), 0)
/** Full-width characters that fit into the columns of the names and the ranges. */
const [nameWidth, rangeWidth] = [12.3, 8.6]
const linesOfRow = ({ name, range }: Row) => Math.max(1, Math.ceil(widthOf(name) / nameWidth), Math.ceil(widthOf(range) / rangeWidth))
const linesOf = ({ rows }: Group) => 1 + rows.reduce((sum, row) => sum + linesOfRow(row), 0)

/**
 * The groups in two columns per page, with about as many lines in each. Only a group with more rows than fit below its name into a column of the first page
 * is split.
 */
export const columnsOf = (groups: readonly Group[], moreLinesOfHead = 0): [Group[], Group[]][] => {
  const pages: [Group[], Group[]][] = []
  const remaining = groups.flatMap((group) => {
    const most = linesOfPage - linesOfHead - 1
    return Array.from({ length: Math.ceil(group.rows.length / most) }, (_, at) => ({ ...group, rows: group.rows.slice(at * most, (at + 1) * most) }))
  })
  while (remaining.length) {
    const most = Math.max(leastLines, linesOfPage - (pages.length ? 0 : linesOfHead + moreLinesOfHead))
    const total = remaining.reduce((sum, group) => sum + linesOf(group), 0)
    const goal = Math.min(most, Math.ceil(total / 2))
    const columns: [Group[], Group[]] = [[], []]
    for (const column of columns) {
      let lines = 0
      const fits = (group: Group) => lines + linesOf(group) <= most && (column === columns[1] || lines + linesOf(group) / 2 <= goal)
      while (remaining.length && (lines === 0 || fits(remaining[0]!))) {
        lines += linesOf(remaining[0]!)
        column.push(remaining.shift()!)
      }
    }
    pages.push(columns)
  }
  return pages
}

/**
 * A medicine with its dose and period: who reads the report elsewhere must see what was begun or ended since the checkup. The memo may hold what the dose has
 * no field for, such as that the medicine is taken once a week.
 */
const medicineText = (language: Language) => (intake: ReportContent['medicines'][number]) => {
  const { divided_times, started_on, memo } = intake
  const period = formatPeriod(started_on, lastDayOf(intake), language)
  return [
    intake.medicine?.display_name ?? intake.name ?? '',
    intake.strength,
    intake.daily_volume,
    divided_times !== null && divided_times > 1 ? translate(medicationWords, language, 'medicine.parts', { count: divided_times }) : '',
    intake.timing.map((timing) => translate(medicationWords, language, `timing.${timing}`)).join(language === 'ja' ? '・' : ', '),
    period && `(${period})`,
    // in brackets, because a memo may name other medicines
    memo.trim() && `[${memo.replace(/\s+/g, ' ').trim()}]`,
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * What the patient is allergic to. If no drug allergy is known, the first text says so: none, with the day of the confirmation or of the patient’s answer, or
 * never asked about.
 */
const allergyTexts = (allergies: ReportContent['allergies'], language: Language): string[] => {
  const drug = allergies.find(({ kind }) => kind === 'medicine')
  const day = drug && formatDay(tokyoDay(new Date(drug.confirmed_at)), language)
  const noDrug = day
    ? translate(illnessWords, language, drug.is_self_reported ? 'allergy.drugNoneAnswered' : 'allergy.drugNone', { day })
    : translate(illnessWords, language, 'allergy.drugUnasked')
  const occurred = allergies.filter(({ is_occured }) => is_occured)
  const texts = occurred.map(({ kind, description }) => [translate(illnessWords, language, `allergy.${kind}`), description].filter(Boolean).join(' '))
  return drug?.is_occured ? texts : [noDrug, ...texts]
}

/** A space that keeps a value on the line of its name. */
const nonBreaking = '\u00a0'
/** Maximum number of values that the head lists per status: more would push the table off the first page. The table has them all. */
const mostInSummary = 24

type Findings = ReturnType<typeof findingsOf>

/** What is abnormal, and what needs caution: values with their figures, and apart from them, because `counts` has only values, the names of examinations. */
const summaryOf = (items: readonly Measured[], findings: Findings, words: Words) =>
  ([1, 2] as const).flatMap((status) => {
    const own = items.filter((item) => item.status === status).toSorted((a, b) => Number(b.is_serious) - Number(a.is_serious))
    const examinations = [...new Set(findings.filter((item) => item.status === status).map(({ name }) => name))]
    const values = own.slice(0, mostInSummary).map((item) => `${item.category.display_name}${nonBreaking}${item.text}${item.is_serious ? '‼' : ''}`)
    const more = own.length > mostInSummary ? [words('summary.more', { printed: own.length - mostInSummary })] : []
    return [
      { name: `${words(`summary.${status}`)} ${own.length}`, texts: [...values, ...more] },
      { name: `${words(`summary.finding.${status}`)} ${examinations.length}`, texts: examinations },
    ]
      .filter(({ texts }) => texts.length)
      .map(({ name, texts }) => ({ mark: markOf(status), name, text: texts.join(words('separator')) }))
  })

/** Approximate number of full-width characters that fit on a line of the head. */
const widthOfLine = 58
const moreLinesOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + Math.max(0, Math.ceil(widthOf(text) / widthOfLine) - 1), 0)
/** Lines of the summary for which `linesOfHead` has room. */
const linesOfSummary = 2

/** What the report for a doctor prints. Of several values of an item, only the last is printed, with the range of its day. */
export const doctorReport = (content: ReportContent, language: Language) => {
  const words = wordsIn(language)
  const items = measuredIn(content)
  const earlier = content.earlier.map(({ id, tested_at }) => ({
    day: formatDay(tokyoDay(tested_at), language).slice(2),
    values: valuePerCategory(content.values, id),
  }))
  const { rows, otherRanges } = rowsOf(items, earlier)
  const groups = [...Map.groupBy(rows, ({ group }) => group)].map(([group, own]) => ({ name: groupName(group, language), rows: own }))
  const head = headOf(content, language)
  const findings = findingsOf(content)
  const { healthy, unjudged, all } = countsOf(items)
  const listed = (texts: readonly string[]) => texts.join(words('separator')) || words('none')
  const allergies = listed(allergyTexts(content.allergies, language))
  const medicines = listed(intakesFrom(content.medicines, tokyoDay(content.tested_at)).map(medicineText(language)))
  const summary = summaryOf(items, findings, words)
  const judgements = content.provider_judgements.filter(({ is_overall }) => !is_overall).map(({ name, text }) => `${name} ${text}`)
  return {
    head: {
      ...head,
      title: words('doctor.title'),
      doctor_for: words('doctor.for'),
      born: head.birthday ? words('bornAt', { day: head.birthday, age: head.age ?? '', sex: head.sex }) : head.sex,
      identity: [head.name, head.kana && `（${head.kana}）`, head.birthday ?? '', head.patient_number].filter(Boolean).join(' '),
    },
    ...{ medicines, allergies, summary, judgements },
    overall: overallOf(content),
    counts: [words('summary.counts', { healthy, all }), unjudged ? `${words('summary.null')} ${unjudged}` : ''].filter(Boolean).join(words('separator')),
    days: [head.short_day, ...earlier.map(({ day }) => day)],
    pages: columnsOf(
      groups,
      Math.max(0, summary.length - linesOfSummary) + moreLinesOf([medicines, allergies, judgements.join('　'), ...summary.map(({ text }) => text)]),
    ),
    other_ranges: otherRanges.length
      ? words('legendRange', { ranges: otherRanges.map((other) => words('legendRange.one', other)).join(words('separator')) })
      : '',
    findings: findings.map(({ before, ...item }) => ({
      ...{ name: item.name, mark: markOf(item.status), ...findingTexts(item, language, 'status.unknown') },
      before: before
        ? `${formatDay(tokyoDay(before.recorded_at), language)} ${before.finding || findingTexts(before, language, 'status.unknown').status}`
        : words('finding.notBefore'),
    })),
    comment: content.comment ?? '',
    released: { ...signerOf(content.released_by, language, words), at: formatInstant(content.released_at, language) },
    labels: labelsOf(words),
  }
}

const labelsOf = (words: Words) => ({
  name: words('name'),
  patient_number: words('patientNumberLabel'),
  birthday: words('birthday'),
  day: words('day'),
  place: words('place'),
  kind: words('kind'),
  medicines: words('medicines'),
  allergies: words('allergies'),
  overall: words('overall'),
  judgements: words('judgements'),
  item: words('table.item'),
  now: words('table.now'),
  range: words('table.range'),
  before: [words('table.before'), words('table.beforeThat')],
  none: words('table.none'),
  legend: words('legend'),
  findings: words('findings.title'),
  finding: [words('finding.item'), words('finding.status'), words('finding.text'), words('finding.before')],
  comment: words('comment.doctor'),
  released: words('released'),
})
