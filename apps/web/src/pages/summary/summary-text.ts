import { openAndSolved } from '@sukoyaka/rules/care/assessment'
import { eraYear } from '@sukoyaka/rules/era'
import { ageOn, toHiragana } from '@sukoyaka/rules/person'
import { bySeverity, directionOf, isAbnormal } from '@sukoyaka/rules/record/checkup'
import { timingNames } from '@sukoyaka/rules/record/medication'
import { intakesOn } from '@sukoyaka/rules/record/medication-period'
import { tokyoDay } from '@sukoyaka/rules/time'
import { formatRange, formatValue } from '@sukoyaka/rules/value'
import type { Assessment, Disease } from '@sukoyaka/wire/care/assessment'
import type { Patient } from '@sukoyaka/wire/people/patient'
import type { ReferenceRange, TestResult } from '@sukoyaka/wire/record/checkup'
import type { FamilyPastIllness, PastIllness, PerformedOperation } from '@sukoyaka/wire/record/illness'
import type { MedicineIntake, SupplementIntake } from '@sukoyaka/wire/record/medication'
import { momentOf } from '../../domains/checkup/drawer/period.ts'
import { allergyWords, relativeWords } from './summary-words.ts'

export type SummaryFacts = {
  patient: Patient
  assessments: readonly Assessment[]
  past_illnesses: readonly PastIllness[]
  family_past_illnesses: readonly FamilyPastIllness[]
  performed_operations: readonly PerformedOperation[]
  medicine_intakes: readonly MedicineIntake[]
  supplement_intakes: readonly SupplementIntake[]
  /** Latest result of each category. `ranges`: the ranges by which these and the `untold` results were judged. */
  results: readonly TestResult[]
  /** Critical results of which the patient was not told, although the latest of their category is not critical. */
  untold: readonly TestResult[]
  ranges: readonly ReferenceRange[]
}

/** Max abnormal results listed; a last line counts the rest. */
const maxResults = 40
const noRecords = '記録なし'

/** Replaces control and format characters and line separators with spaces, so that the text stays on one line. */
const singleLine = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
const joinParts = (parts: readonly (string | null | undefined | false)[], by = '\u3000') =>
  parts
    .map((part) => (part ? singleLine(part) : ''))
    .filter(Boolean)
    .join(by)
/** 2026-04-01 becomes 2026.04.01; also for a month or a year. */
const withDots = (day: string) => day.replaceAll('-', '.')
const periodText = (from: string | null | undefined, to: string | null = null) =>
  from && from === to ? `（${withDots(from)}）` : from || to ? `（${from ? withDots(from) : ''}–${to ? withDots(to) : ''}）` : ''
const diseaseName = (disease: Disease | undefined) => disease?.name_local || disease?.display_name || '病名不明'

const section = (title: string, lines: readonly string[]) => [`■ ${title}`, ...(lines.length ? lines.map((line) => `・${line}`) : [noRecords]), '']

const patientLines = ({ last_name, first_name, last_name_kana, first_name_kana, sex, birthday, care_people = [] }: Patient, today: string) => {
  const kana = toHiragana(joinParts([last_name_kana, first_name_kana], ' '))
  const era = birthday && eraYear(birthday, 'ja')
  const birthText = birthday && `${withDots(birthday)}${era ? `（${era}）` : ''}生\u3000${ageOn(birthday, today)}歳`
  const doctor = care_people.find(({ role, main }) => role === 'doctor' && main)?.user
  return [
    `氏名：${joinParts([last_name, first_name], ' ')}${kana ? `（${kana}）` : ''}`,
    `性別：${sex === 'male' ? '男性' : sex === 'female' ? '女性' : '不明'}`,
    `生年月日：${birthText || '不明'}`,
    `主治医：${doctor ? `${joinParts([doctor.last_name, doctor.first_name], ' ')} 医師` : '未設定'}`,
    '',
  ]
}

const allergies = ({ allergy_reactions = [] }: Patient) => {
  const kindOrder = Object.keys(allergyWords)
  const sortedReactions = allergy_reactions.toSorted((a, b) => kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind))
  const occurred = sortedReactions
    .filter(({ is_occured }) => is_occured)
    .map(({ kind, description }) => `${allergyWords[kind]}：${singleLine(description) || 'あり'}`)
  const absent = sortedReactions
    .filter(({ is_occured }) => !is_occured)
    .map(({ kind, is_self_reported }) => `${allergyWords[kind]}${is_self_reported ? '（本人の回答）' : ''}`)
  const isAsked = allergy_reactions.some(({ kind }) => kind === 'medicine')
  return [...occurred, ...(isAsked ? [] : [`${allergyWords.medicine}：未確認`]), ...(absent.length ? [`なし：${absent.join('・')}`] : [])]
}

const assessmentLine = ({ disease, conducted_on, kind, memo }: Assessment) =>
  joinParts([`${diseaseName(disease)}${kind === 'suspect' ? '（疑い）' : ''}${periodText(conducted_on)}`, memo])

const medicineLine = ({ medicine: catalogueMedicine, name, strength, daily_volume, divided_times, timing, started_on, memo }: MedicineIntake) =>
  joinParts([
    joinParts([catalogueMedicine?.name_ja ?? name ?? '薬名不明', strength], ' '),
    daily_volume && `1日${singleLine(daily_volume).replace(/^1日/, '')}`,
    divided_times ? `分${divided_times}` : '',
    timing.map((time) => timingNames[time]).join('・'),
    periodText(started_on),
    memo,
  ])

const familyLine = ({ relative, disease, diagnosed_on, diagnosed_age }: FamilyPastIllness) =>
  `${relativeWords[relative]}：${diseaseName(disease)}${diagnosed_age !== null ? `（${diagnosed_age}歳）` : diagnosed_on ? `（${withDots(diagnosed_on)}）` : ''}`

const withUnit = (result: TestResult) => joinParts([formatValue(result, result.category ?? { decimals: 0 }), result.category?.unit_display], ' ')

const abnormalLines = ({ results, untold, ranges }: SummaryFacts) => {
  const untoldIds = new Set(untold.map(({ id }) => id))
  const rangeOf = new Map(ranges.map((range) => [range.id, range]))
  const sortNumber = ({ category }: TestResult) => category?.sort_number ?? 0
  const abnormalResults = [...untold, ...results]
    .filter(isAbnormal)
    .sort((a, b) => bySeverity(a, b) || b.recorded_at.localeCompare(a.recorded_at) || sortNumber(a) - sortNumber(b))
  const lines = abnormalResults.slice(0, maxResults).map((result) => {
    const { id, category, category_id, range_id, recorded_at } = result
    const format = category ?? { decimals: 0 }
    const range = range_id === null ? undefined : rangeOf.get(range_id)
    const side = range && directionOf(result, range)
    const flag = side === 'high' ? ' H' : side === 'low' ? ' L' : ''
    const isUntold = untoldIds.has(id)
    const later = isUntold ? results.find((each) => each.category_id === category_id) : undefined
    const rangeText = range && formatRange(range.healthy, format)
    return joinParts([
      category?.name_ja,
      `${withUnit(result)}${flag}`,
      rangeText && `基準 ${rangeText}`,
      isUntold ? `${momentOf(result, 'ja')}（本人へ未連絡）` : withDots(tokyoDay(recorded_at)),
      later && `最新は${withUnit(later)}（${momentOf(later, 'ja')}）`,
    ])
  })
  if (!lines.length && results.length) {
    const judged = results.filter(({ status }) => status !== null).length
    return [`判定した${judged}項目に基準外なし（未判定${results.length - judged}項目）`]
  }
  return abnormalResults.length > maxResults ? [...lines, `ほか${abnormalResults.length - maxResults}項目`] : lines
}

/** Patient summary as plain text for another hospital, in Japanese. */
export const summaryText = (facts: SummaryFacts, now: Date): string => {
  const today = tokyoDay(now)
  const { problems, risks } = openAndSolved(facts.assessments)
  return [
    '患者サマリー',
    `作成日：${withDots(today)}（${eraYear(today, 'ja')}）`,
    '',
    ...patientLines(facts.patient, today),
    ...section('アレルギー', allergies(facts.patient)),
    ...section('現在の問題', problems.map(assessmentLine)),
    ...section('高リスク', risks.map(assessmentLine)),
    ...section(
      '既往歴',
      facts.past_illnesses.map(({ disease, diagnosed_on, recovered_on, detail }) =>
        joinParts([`${diseaseName(disease)}${periodText(diagnosed_on, recovered_on)}`, detail]),
      ),
    ),
    ...section('家族歴', facts.family_past_illnesses.map(familyLine)),
    ...section(
      '手術歴',
      facts.performed_operations.map(({ name, operated_on, facility, detail }) =>
        joinParts([`${singleLine(name)}${operated_on ? `（${withDots(operated_on)}）` : ''}`, facility, detail]),
      ),
    ),
    ...section('服用中の薬', intakesOn(facts.medicine_intakes, today).map(medicineLine)),
    ...section(
      'サプリメント',
      intakesOn(facts.supplement_intakes, today).map(
        ({ supplement, name, started_on }) => `${singleLine(supplement?.name_ja ?? name ?? '名称不明')}${periodText(started_on?.slice(0, 7))}`,
      ),
    ),
    ...section('最新の検査値（基準外）', abnormalLines(facts)),
  ]
    .join('\n')
    .trimEnd()
}
