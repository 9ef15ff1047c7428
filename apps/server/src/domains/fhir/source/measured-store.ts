import { sql } from 'drizzle-orm'
import type { QueryTools } from '../../../access/patient-query.ts'
import { files } from '../../../database/tables.ts'
import { sleeps, steps } from '../../activity/tables.ts'
import { reference_ranges, result_categories, test_packages, test_results } from '../../checkup/tables.ts'
import { facilities } from '../../facility/tables.ts'
import { health_record_categories, health_records } from '../../health-record/tables.ts'
import { test_result_images } from '../../imaging/tables.ts'
import { lifestyle_categories, lifestyles } from '../../lifestyle/tables.ts'
import { symptom_categories, symptoms } from '../../symptom/tables.ts'
import { systems } from '../resource/coding.ts'
import { type CheckupRow, toDiagnosticReport } from '../resource/diagnostic-report.ts'
import { type MediaRow, toMedia } from '../resource/media.ts'
import {
  type AnswerRow,
  groupsNotLaboratory,
  groupsOf,
  type NoteRow,
  type ResultRow,
  type SleepRow,
  type StepsRow,
  toLifestyleObservation,
  toNoteObservation,
  toResultObservation,
  toSleepObservation,
  toStepsObservation,
  toSymptomObservation,
} from '../resource/observation.ts'
import { searchCodes } from './medical-history-store.ts'
import { source } from './source.ts'

/** Whether the result `r` has no checkup, or its checkup `p` is released. */
const isReleasedResult = sql`(r.test_package_id is null or p.released_at is not null)`
/** Patients get the results of a checkup only after its release; staff get all results. */
const isVisible = ({ own }: QueryTools) => (own ? isReleasedResult : sql`true`)
const isReleased = ({ own }: QueryTools) => (own ? sql`p.released_at is not null` : sql`true`)
/** The later change of a result and its checkup, because a release changes whether patients see the result, and its status in FHIR. `greatest` ignores null. */
const changedAt = sql`greatest(r.updated_at, p.updated_at) as updated_at`
const packageOfResult = ({ from }: QueryTools) => sql`left join ${from(test_packages, 'p')} on p.id = r.test_package_id and p.user_id = r.user_id`
const groups = (category: string) => sql`${sql.param(groupsOf(category))}::text[]`

const resultCategory = sql`case when c."group" = any(${groups('body-measurement')}) then '{body-measurement,vital-signs}' when c."group" = any(${groups('vital-signs')})
  then '{vital-signs}' when c."group" = any(${sql.param(groupsNotLaboratory)}::text[]) then '{exam}' else '{laboratory}' end::text[]`

export const measuredSources = [
  source<ResultRow>({
    type: 'Observation',
    prefix: 'result',
    select: (tools) => sql`
      select r.id, r.user_id as patient_id, r.recorded_at as at, ${changedAt},
        ${searchCodes({ system: systems.loinc, column: sql`c.loinc` }, { system: systems.jlac10, column: sql`c.jlac10` }, { system: systems.result, column: sql`c.name` })} as codes,
        ${resultCategory} as categories, c.name as category, c.name_ja as category_ja, c."group", c.unit, c.unit_display, c.decimals, c.value_labels, c.loinc, c.jlac10,
        r.value, r.comparator, r.status, r.is_serious, r.is_derived, r.origin, r.test_package_id,
        case when g.id is not null then jsonb_build_object('healthy', g.healthy) end as range, ${isReleasedResult} as is_released
      from ${tools.from(test_results, 'r')} join ${result_categories} c on c.id = r.category_id ${packageOfResult(tools)} left join ${reference_ranges} g on g.id = r.range_id
      where r.type = 0 and r.value is not null and ${isVisible(tools)}`,
    toResource: toResultObservation,
  }),
  source<StepsRow>({
    type: 'Observation',
    prefix: 'steps',
    select: ({ from }) => sql`
      select s.id, s.user_id as patient_id, s.measured_on::timestamp at time zone 'Asia/Tokyo' as at, s.updated_at, '{http://loinc.org|41950-7,41950-7}'::text[] as codes,
        '{activity}'::text[] as categories, s.measured_on::text, s.count, s.origin
      from ${from(steps, 's')}`,
    toResource: toStepsObservation,
  }),
  source<SleepRow>({
    type: 'Observation',
    prefix: 'sleep',
    select: ({ from }) => sql`
      select s.id, s.user_id as patient_id, s.ended_at as at, s.created_at as updated_at, '{http://loinc.org|93832-4,93832-4}'::text[] as codes,
        '{activity}'::text[] as categories, s.started_at, s.ended_at, round(extract(epoch from s.ended_at - s.started_at) / 60)::int as minutes, s.origin
      from ${from(sleeps, 's')}`,
    toResource: toSleepObservation,
  }),
  source<NoteRow>({
    type: 'Observation',
    prefix: 'note',
    select: ({ from }) => sql`
      select h.id, h.user_id as patient_id, h.recorded_at as at, h.updated_at, ${searchCodes({ system: systems.note, column: sql`c.name` })} as codes,
        '{survey}'::text[] as categories, c.name as category, c.name_ja as category_ja, h.text
      from ${from(health_records, 'h')} join ${health_record_categories} c on c.id = h.category_id where c.value_kind in ('text', 'photo')`,
    toResource: toNoteObservation,
  }),
  source<AnswerRow>({
    type: 'Observation',
    prefix: 'lifestyle',
    select: ({ from }) => sql`
      select a.id, a.user_id as patient_id, a.answered_at as at, a.created_at as updated_at, ${searchCodes({ system: systems.lifestyle, column: sql`c.name` })} as codes,
        '{social-history}'::text[] as categories, c.name as category, c.name_ja as category_ja, c.value_type, c.unit, c.options, a.value, a.questionnaire_id
      from ${from(lifestyles, 'a')} join ${lifestyle_categories} c on c.id = a.category_id`,
    toResource: toLifestyleObservation,
  }),
  source<AnswerRow>({
    type: 'Observation',
    prefix: 'symptom',
    select: ({ from }) => sql`
      select a.id, a.user_id as patient_id, a.answered_at as at, a.created_at as updated_at, ${searchCodes({ system: systems.symptom, column: sql`c.name` })} as codes,
        '{survey}'::text[] as categories, c.name as category, c.name_ja as category_ja, c.value_type, c.options, a.value, a.questionnaire_id
      from ${from(symptoms, 'a')} join ${symptom_categories} c on c.id = a.category_id`,
    toResource: toSymptomObservation,
  }),
  source<CheckupRow>({
    type: 'DiagnosticReport',
    select: (tools) => sql`${checkups(tools)} and ${isReleased(tools)}`,
    toResource: toDiagnosticReport,
  }),
  source<MediaRow>({
    type: 'Media',
    select: (tools) => sql`
      select m.id, r.user_id as patient_id, r.recorded_at as at, ${changedAt}, ${searchCodes({ system: systems.result, column: sql`c.name` })} as codes, '{}'::text[] as categories,
        c.name as category, c.name_ja as category_ja, c."group" as body_area, c.modality, f.kind, f.content_type, f.name, f.size, f.width, f.height, r.finding, r.origin,
        f.id as file_id
      from ${tools.from(test_result_images, 'm')} join ${tools.from(test_results, 'r')} on r.id = m.test_result_id join ${files} f on f.id = m.file_id
        join ${result_categories} c on c.id = r.category_id ${packageOfResult(tools)}
      where ${isVisible(tools)}`,
    toResource: toMedia,
  }),
]

/**
 * Checkups that took place. Patients get the comment and the provider’s judgements only after the release; the ids of results and images are not limited: add `isReleased` before showing
 * them.
 */
export function checkups(tools: QueryTools) {
  const { from } = tools
  return sql`
    select p.id, p.user_id as patient_id, p.tested_at as at, p.updated_at, ${searchCodes({ system: systems.loinc, column: sql`'53576-5'` }, { system: systems.checkup, column: sql`p.kind` })} as codes,
      '{LAB}'::text[] as categories, p.kind, p.name, p.location, p.facility_id, f.name_ja as facility, p.tested_at, p.released_at,
      case when ${isReleased(tools)} then p.comment end as comment,
      case when ${isReleased(tools)} then p.provider_judgements else '[]' end as provider_judgements,
      coalesce((select array_agg(r.id::text order by r.id) from ${from(test_results, 'r')} where r.test_package_id = p.id and r.type = 0 and r.value is not null), '{}') as result_ids,
      coalesce((select array_agg(m.id::text order by m.id) from ${from(test_results, 'r')} join ${from(test_result_images, 'm')} on m.test_result_id = r.id
        where r.test_package_id = p.id), '{}') as image_ids
    from ${from(test_packages, 'p')} left join ${facilities} f on f.id = p.facility_id where p.status = 0 and p.cancelled_at is null`
}
