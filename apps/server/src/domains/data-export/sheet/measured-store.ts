import type { Language } from '@sukoyaka/phrases/language'
import { booking } from '@sukoyaka/phrases/record/booking'
import { imaging } from '@sukoyaka/phrases/record/imaging'
import { results } from '@sukoyaka/phrases/record/results'
import { score } from '@sukoyaka/phrases/record/score'
import { ui } from '@sukoyaka/phrases/ui'
import { directionOf } from '@sukoyaka/rules/record/checkup'
import { formatRange, formatValue } from '@sukoyaka/rules/value'
import { type ProviderJudgement, resultStatus } from '@sukoyaka/wire/record/checkup'
import type { HealthRecord } from '@sukoyaka/wire/record/health-record'
import type { Comparator } from '@sukoyaka/wire/record/value'
import { type SQL, sql } from 'drizzle-orm'
import type { QueryTools } from '../../../access/patient-query.ts'
import { sleeps, steps } from '../../activity/tables.ts'
import { checkup_waitlist, reference_ranges, result_categories, test_packages, test_results } from '../../checkup/tables.ts'
import { facilities } from '../../facility/tables.ts'
import { health_record_categories, health_records } from '../../health-record/tables.ts'
import { test_result_images } from '../../imaging/tables.ts'
import { lifestyle_categories, lifestyles } from '../../lifestyle/tables.ts'
import { health_score_categories, health_scores } from '../../score/tables.ts'
import { symptom_categories, symptoms } from '../../symptom/tables.ts'
import { answerLabel, type Column, list, nameIn, type Row, type Sheet, time, worded } from './sheet-store.ts'

type ResultRow = {
  value: number
  comparator: Comparator | null
  decimals: number
  value_labels: string[] | null
  healthy: { min: number | null; max: number | null } | null
}
/** A row of the sheet `test_results`, with the types of its columns. */
const asResult = (row: Row) => row as Row & ResultRow

/** The status in the words that patients read in the web app. For images these words say no direction, because images have no value. */
const judgementText = ({ status, ...row }: Row, language: Language): string => {
  const words = ui[language]
  if (status === resultStatus.healthy) return words['status.patient.healthy']
  if (status !== resultStatus.unhealthy && status !== resultStatus.warning) return ''
  const { value, comparator, healthy } = row as Partial<ResultRow>
  const side = healthy && value !== undefined ? directionOf({ value, comparator: comparator ?? null }, { healthy }) : undefined
  return words[`status.patient.${status === resultStatus.unhealthy ? 'danger' : 'warning'}.${side ?? 'off'}`]
}
const judgement: Column = ['judgement', judgementText]

const providerJudgementsText = ({ provider_judgements }: Row, language: Language): string => {
  const judgements = (provider_judgements as ProviderJudgement[] | null) ?? []
  return list(
    judgements.map(({ name, text }) => `${name}${language === 'ja' ? '：' : ': '}${text}`),
    language,
  )
}

/** The results that patients may see: those of a checkup only after its release. */
const visibleResults = ({ from }: QueryTools, types: SQL) => sql`
  ${from(test_results, 'r')} join ${result_categories} c on c.id = r.category_id
  left join ${from(test_packages, 'p')} on p.id = r.test_package_id and p.user_id = r.user_id
  left join ${reference_ranges} g on g.id = r.range_id
  where ${types} and (r.test_package_id is null or p.released_at is not null)`

const answers = (from: SQL, categories: SQL, language: Parameters<Sheet['select']>[1], unit: SQL) => sql`
  select a.id, ${time(sql`a.answered_at`)} as answered_at, ${nameIn('c', language)} as item, a.value, c.value_type, c.options, ${unit} as unit
  from ${from} join ${categories} c on c.id = a.category_id`

export const measuredSheets: readonly Sheet[] = [
  {
    name: 'waitlist',
    select: ({ from }) => sql`
      select w.id, ${time(sql`w.created_at`)} as added_at, p.name, w.earliest::text, w.latest::text
      from ${from(checkup_waitlist, 'w')} join ${from(test_packages, 'p')} on p.id = w.test_package_id where w.state in ('waiting', 'offered')`,
    columns: ['added_at', 'name', 'earliest', 'latest'],
  },
  {
    name: 'checkups',
    select: ({ from }, language) => sql`
      select p.id, case when p.status <> 1 then ${time(sql`p.tested_at`)} end as tested_at, p.kind, p.name, coalesce(${nameIn('f', language)}, p.location) as facility, p.status,
        ${time(sql`p.cancelled_at`)} as cancelled_at, case when p.released_at is not null then p.comment end as comment,
        case when p.released_at is not null then p.provider_judgements end as provider_judgements
      from ${from(test_packages, 'p')} left join ${facilities} f on f.id = p.facility_id`,
    columns: [
      'tested_at',
      ['kind', worded(booking, 'kind', 'kind')],
      'name',
      'facility',
      ['state', worded(booking, 'edit.status', 'status')],
      'cancelled_at',
      'comment',
      ['provider_judgements', providerJudgementsText],
    ],
  },
  {
    name: 'test_results',
    select: (tools, language) => sql`
      select r.id, ${time(sql`r.recorded_at`)} as recorded_at, ${nameIn('c', language)} as item, r.value, r.comparator, c.decimals, c.value_labels, c.unit_display as unit,
        g.healthy, r.status, coalesce(p.kind, 'none') as kind, r.origin
      from ${visibleResults(tools, sql`r.type = 0 and r.value is not null`)}`,
    columns: [
      'recorded_at',
      'item',
      ['value', (row) => formatValue(asResult(row), asResult(row))],
      'unit',
      ['range', (row) => formatRange(asResult(row).healthy ?? { min: null, max: null }, asResult(row))],
      judgement,
      ['checkup', worded(results, 'kind', 'kind')],
      'origin',
    ],
  },
  {
    name: 'imaging',
    select: (tools, language) => sql`
      select r.id, ${time(sql`r.recorded_at`)} as recorded_at, ${nameIn('c', language)} as item, r.finding, r.status, r.origin,
        r.follow_up_kind, r.follow_up_on::text, case when r.follow_up_kind is not null then r.is_follow_up_done end as is_follow_up_done,
        (select count(*)::int from ${tools.from(test_result_images, 'm')} where m.test_result_id = r.id) as files
      from ${visibleResults(tools, sql`r.type in (1, 2)`)}`,
    columns: [
      'recorded_at',
      'item',
      'finding',
      judgement,
      ['follow_up', worded(imaging, 'followUp', 'follow_up_kind')],
      'follow_up_on',
      'is_follow_up_done',
      'files',
      'origin',
    ],
  },
  {
    name: 'self_records',
    select: ({ from }, language) => sql`
      select h.id, ${time(sql`h.recorded_at`)} as recorded_at, ${nameIn('c', language)} as item, h.values, h.text as note
      from ${from(health_records, 'h')} join ${health_record_categories} c on c.id = h.category_id`,
    columns: ['recorded_at', 'item', ['value', ({ values }) => (values as HealthRecord['values']).map(({ value }) => value).join(' / ')], 'note'],
  },
  {
    name: 'lifestyles',
    select: ({ from }, language) => answers(from(lifestyles, 'a'), sql`${lifestyle_categories}`, language, sql`c.unit`),
    columns: ['answered_at', 'item', ['answer', answerLabel], 'unit'],
  },
  {
    name: 'symptoms',
    select: ({ from }, language) => answers(from(symptoms, 'a'), sql`${symptom_categories}`, language, sql`''`),
    columns: ['answered_at', 'item', ['answer', answerLabel]],
  },
  {
    name: 'steps',
    select: ({ from }) => sql`select s.id, s.measured_on::text as day, s.count as steps, s.origin from ${from(steps, 's')}`,
    columns: ['day', 'steps', 'origin'],
  },
  {
    name: 'sleeps',
    select: ({ from }) => sql`
      select s.id, ${time(sql`s.started_at`)} as started_at, ${time(sql`s.ended_at`)} as ended_at, round(extract(epoch from s.ended_at - s.started_at) / 60)::int as minutes, s.origin
      from ${from(sleeps, 's')}`,
    columns: ['started_at', 'ended_at', 'minutes', 'origin'],
  },
  {
    name: 'health_scores',
    select: ({ from }, language) => sql`
      select s.id, s.calculated_on::text as day, ${nameIn('c', language)} as item, s.point, s.rank
      from ${from(health_scores, 's')} join ${health_score_categories} c on c.id = s.category_id`,
    columns: ['day', 'item', 'point', 'rank', ['meaning', worded(score, 'rank', 'rank')]],
  },
]
