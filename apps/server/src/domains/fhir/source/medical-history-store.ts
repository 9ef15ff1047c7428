import { type SQL, sql } from 'drizzle-orm'
import { assessments } from '../../assessment/tables.ts'
import { diseases } from '../../disease/tables.ts'
import { allergy_reactions, family_past_illnesses, past_illnesses } from '../../illness/tables.ts'
import { medicine_intakes, medicines, supplement_intakes, supplements } from '../../medication/tables.ts'
import { type AllergyRow, toAllergyIntolerance } from '../resource/allergy-intolerance.ts'
import { systems } from '../resource/coding.ts'
import { type AssessmentRow, type IllnessRow, toAssessmentCondition, toIllnessCondition } from '../resource/condition.ts'
import { type FamilyRow, toFamilyMemberHistory } from '../resource/family-member-history.ts'
import { type MedicineRow, type SupplementRow, toMedicineStatement, toSupplementStatement } from '../resource/medication-statement.ts'
import { source } from './source.ts'

const none = sql`'{}'::text[]`
/** Search codes of coded columns: each with and without its system. */
export const searchCodes = (...codes: { system: string; column: SQL }[]) =>
  sql`array_remove(array[${sql.join(
    codes.flatMap(({ system, column }) => [sql`${`${system}|`}::text || ${column}`, sql`${column}`]),
    sql`, `,
  )}]::text[], null)`

const disease = sql`coalesce(d.code, d.name) as disease, d.name_local as disease_ja, d.icd10`
const diseaseCodes = searchCodes({ system: systems.icd10, column: sql`d.icd10` }, { system: systems.disease, column: sql`coalesce(d.code, d.name)` })
/** Start of a Tokyo day; of a date that is only a year, or a year and a month, that of its first day. */
const startOf = (column: SQL) => sql`(rpad(${column}, 10, '-01-01')::timestamp at time zone 'Asia/Tokyo')`
const today = sql`(now() at time zone 'Asia/Tokyo')::date::text`

export const medicalHistorySources = [
  source<IllnessRow>({
    type: 'Condition',
    prefix: 'illness',
    select: ({ from }) => sql`
      select i.id, i.user_id as patient_id, coalesce(${startOf(sql`i.diagnosed_on`)}, i.created_at) as at, i.updated_at, ${diseaseCodes} as codes,
        '{problem-list-item}'::text[] as categories, ${disease}, i.diagnosed_on, i.recovered_on, i.detail
      from ${from(past_illnesses, 'i')} join ${diseases} d on d.id = i.disease_id`,
    toResource: toIllnessCondition,
  }),
  source<AssessmentRow>({
    type: 'Condition',
    prefix: 'assessment',
    select: ({ from }) => sql`
      select a.id, a.user_id as patient_id, a.conducted_on::timestamp at time zone 'Asia/Tokyo' as at, a.updated_at, ${diseaseCodes} as codes,
        '{encounter-diagnosis}'::text[] as categories, ${disease}, a.kind, a.memo, a.conducted_on::text, a.solved_on::text
      from ${from(assessments, 'a')} join ${diseases} d on d.id = a.disease_id`,
    toResource: toAssessmentCondition,
  }),
  source<FamilyRow>({
    type: 'FamilyMemberHistory',
    select: ({ from }) => sql`
      select f.id, f.user_id as patient_id, f.created_at as at, f.updated_at, ${diseaseCodes} as codes, ${none} as categories, ${disease}, f.relative, f.diagnosed_on,
        f.diagnosed_age
      from ${from(family_past_illnesses, 'f')} join ${diseases} d on d.id = f.disease_id`,
    toResource: toFamilyMemberHistory,
  }),
  source<AllergyRow>({
    type: 'AllergyIntolerance',
    select: ({ from }) => sql`
      select a.id, a.user_id as patient_id, a.created_at as at, a.updated_at, ${searchCodes({ system: systems.allergy, column: sql`a.kind` })} as codes,
        case a.kind when 'food' then '{food}' when 'medicine' then '{medication}' when 'metal' then '{environment}' when 'pollen' then '{environment}' else '{}' end::text[]
          as categories, a.kind, a.is_occured, a.description, a.confirmed_at, coalesce(a.confirmed_by = a.user_id, false) as is_self_reported
      from ${from(allergy_reactions, 'a')}`,
    toResource: toAllergyIntolerance,
  }),
  source<MedicineRow>({
    type: 'MedicationStatement',
    prefix: 'medicine',
    select: ({ from }) => sql`
      select i.id, i.user_id as patient_id, coalesce(${startOf(sql`i.started_on`)}, i.created_at) as at, i.updated_at,
        ${searchCodes({ system: systems.medicine, column: sql`m.name` })} as codes, ${none} as categories, m.name as code, coalesce(i.name, m.name_ja) as name, i.strength,
        i.daily_volume, i.divided_times, i.timing, i.started_on, i.ended_on, coalesce(i.ended_on <= ${today}, false) as is_over, i.memo
      from ${from(medicine_intakes, 'i')} left join ${medicines} m on m.id = i.medicine_id`,
    toResource: toMedicineStatement,
  }),
  source<SupplementRow>({
    type: 'MedicationStatement',
    prefix: 'supplement',
    select: ({ from }) => sql`
      select i.id, i.user_id as patient_id, coalesce(${startOf(sql`i.started_on`)}, i.created_at) as at, i.updated_at,
        ${searchCodes({ system: systems.supplement, column: sql`s.name` })} as codes, ${none} as categories, s.name as code, coalesce(i.name, s.name_ja) as name, i.started_on,
        i.ended_on, coalesce(i.ended_on <= ${today}, false) as is_over, i.memo
      from ${from(supplement_intakes, 'i')} left join ${supplements} s on s.id = i.supplement_id`,
    toResource: toSupplementStatement,
  }),
]
