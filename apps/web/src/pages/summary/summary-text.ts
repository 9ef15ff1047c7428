import { openAndSolved } from '@sukoyaka/rules/care/assessment'
import { eraYear } from '@sukoyaka/rules/era'
import { ageOn } from '@sukoyaka/rules/person'
import { bySeverity, directionOf, printRange, printValue } from '@sukoyaka/rules/record/checkup'
import { intakesOn } from '@sukoyaka/rules/record/medication-period'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { Assessment, Disease } from '@sukoyaka/wire/care/assessment'
import type { Patient } from '@sukoyaka/wire/people/patient'
import type { ReferenceRange, TestResult } from '@sukoyaka/wire/record/checkup'
import type { FamilyPastIllness, PastIllness, PerformedOperation } from '@sukoyaka/wire/record/illness'
import type { MedicineIntake, SupplementIntake } from '@sukoyaka/wire/record/medication'
import { allergyWords, relativeWords, timingWords } from './summary-words.ts'

export type SummaryFacts = {
  patient: Patient
  assessments: readonly Assessment[]
  past_illnesses: readonly PastIllness[]
  family_past_illnesses: readonly FamilyPastIllness[]
  performed_operations: readonly PerformedOperation[]
  medicine_intakes: readonly MedicineIntake[]
  supplement_intakes: readonly SupplementIntake[]
  /** Latest result of each category, with the reference ranges used. */
  results: readonly TestResult[]
  ranges: readonly ReferenceRange[]
}

/** Max results on one page; the number of omitted ones is stated. */
const maxResults = 40
const nothing = '記録なし'

/** Replaces control characters and line separators with spaces, so that text stays on one line. */
const line = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
const joined = (parts: readonly (string | null | undefined | false)[], by = '\u3000') =>
  parts
    .map((part) => (part ? line(part) : ''))
    .filter(Boolean)
    .join(by)
/** Formats 2026-04-01, 2026-04 or 2026 with dots. */
const dotted = (day: string) => day.replaceAll('-', '.')
const since = (from: string | null | undefined, to: string | null = null) =>
  from && from === to ? `（${dotted(from)}）` : from || to ? `（${from ? dotted(from) : ''}–${to ? dotted(to) : ''}）` : ''
const called = (disease: Disease | undefined) => disease?.name_local || disease?.display_name || '病名不明'

const section = (title: string, lines: readonly string[]) => [`■ ${title}`, ...(lines.length ? lines.map((name) => `・${name}`) : [nothing]), '']

const whoIs = ({ last_name, first_name, last_name_kana, first_name_kana, sex, birthday, care_people = [] }: Patient, today: string) => {
  const kana = joined([last_name_kana, first_name_kana], ' ')
  const era = birthday && eraYear(birthday, 'ja')
  const born = birthday && `${dotted(birthday)}${era ? `（${era}）` : ''}生\u3000${ageOn(birthday, today)}歳`
  const doctor = care_people.find(({ role, main }) => role === 'doctor' && main)?.user
  return [
    `氏名：${joined([last_name, first_name], ' ')}${kana ? `（${kana}）` : ''}`,
    `性別：${sex === 'male' ? '男性' : sex === 'female' ? '女性' : '不明'}`,
    `生年月日：${born || '不明'}`,
    `主治医：${doctor ? `${joined([doctor.last_name, doctor.first_name], ' ')} 医師` : '未設定'}`,
    '',
  ]
}

const allergies = ({ allergy_reactions = [] }: Patient) => {
  const order = Object.keys(allergyWords)
  const known = allergy_reactions.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  const had = known.filter(({ is_occured }) => is_occured).map(({ kind, description }) => `${allergyWords[kind]}：${line(description) || 'あり'}`)
  const never = known.filter(({ is_occured }) => !is_occured).map(({ kind }) => allergyWords[kind])
  return [...had, ...(never.length ? [`なし：${never.join('・')}`] : [])]
}

const judged = ({ disease, conducted_on, kind, memo }: Assessment) =>
  joined([`${called(disease)}${kind === 'suspect' ? '（疑い）' : ''}${since(conducted_on)}`, memo])

const medicine = ({ medicine: known, name, strength, daily_volume, divided_times, timing, started_on, memo }: MedicineIntake) =>
  joined([
    joined([known?.name_ja ?? name ?? '薬名不明', strength], ' '),
    daily_volume && `1日${line(daily_volume).replace(/^1日/, '')}`,
    divided_times ? `分${divided_times}` : '',
    timing.map((time) => timingWords[time]).join('・'),
    since(started_on),
    memo,
  ])

const family = ({ relative, disease, diagnosed_on, diagnosed_age }: FamilyPastIllness) =>
  `${relativeWords[relative]}：${called(disease)}${diagnosed_age !== null ? `（${diagnosed_age}歳）` : diagnosed_on ? `（${dotted(diagnosed_on)}）` : ''}`

const abnormal = (results: readonly TestResult[], ranges: readonly ReferenceRange[]) => {
  const rangeOf = new Map(ranges.map((range) => [range.id, range]))
  const place = ({ category }: TestResult) => category?.sort_number ?? 0
  const out = results
    .filter(({ status }) => status === 1 || status === 2)
    .sort((a, b) => bySeverity(a, b) || b.recorded_at.localeCompare(a.recorded_at) || place(a) - place(b))
  const lines = out.slice(0, maxResults).map(({ category, value, range_id, recorded_at }) => {
    const decimals = category?.decimals ?? 0
    const range = range_id === null ? undefined : rangeOf.get(range_id)
    const side = range && directionOf(value, range)
    const flag = side === 'high' ? ' H' : side === 'low' ? ' L' : ''
    const printed = range && printRange(range.healthy, decimals)
    return joined([
      category?.name_ja,
      `${joined([printValue(value, decimals), category?.unit_display], ' ')}${flag}`,
      printed && `基準 ${printed}`,
      dotted(tokyoDay(recorded_at)),
    ])
  })
  return out.length > maxResults ? [...lines, `ほか${out.length - maxResults}項目`] : lines
}

/** One-page patient summary for another hospital, in Japanese. */
export const summaryText = (facts: SummaryFacts, now: Date): string => {
  const today = tokyoDay(now)
  const { problems, risks } = openAndSolved(facts.assessments)
  return [
    '患者サマリー',
    `作成日：${dotted(today)}（${eraYear(today, 'ja')}）`,
    '',
    ...whoIs(facts.patient, today),
    ...section('アレルギー', allergies(facts.patient)),
    ...section('現在の問題', problems.map(judged)),
    ...section('高リスク', risks.map(judged)),
    ...section(
      '既往歴',
      facts.past_illnesses.map(({ disease, diagnosed_on, recovered_on, detail }) => joined([`${called(disease)}${since(diagnosed_on, recovered_on)}`, detail])),
    ),
    ...section('家族歴', facts.family_past_illnesses.map(family)),
    ...section(
      '手術歴',
      facts.performed_operations.map(({ name, operated_on, facility, detail }) =>
        joined([`${line(name)}${operated_on ? `（${dotted(operated_on)}）` : ''}`, facility, detail]),
      ),
    ),
    ...section('服用中の薬', intakesOn(facts.medicine_intakes, today).map(medicine)),
    ...section(
      'サプリメント',
      intakesOn(facts.supplement_intakes, today).map(
        ({ supplement, name, started_on }) => `${line(supplement?.name_ja ?? name ?? '名称不明')}${since(started_on?.slice(0, 7))}`,
      ),
    ),
    ...section('最新の検査値（基準外）', abnormal(facts.results, facts.ranges)),
  ]
    .join('\n')
    .trimEnd()
}
