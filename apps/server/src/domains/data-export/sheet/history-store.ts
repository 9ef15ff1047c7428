import { assessment } from '@sukoyaka/phrases/care/assessment'
import type { Language } from '@sukoyaka/phrases/language'
import { illness } from '@sukoyaka/phrases/record/illness'
import { medication } from '@sukoyaka/phrases/record/medication'
import { lastDayOf } from '@sukoyaka/rules/record/medication-period'
import { type SQL, sql } from 'drizzle-orm'
import { users } from '../../account/tables.ts'
import { assessments } from '../../assessment/tables.ts'
import { diseases } from '../../disease/tables.ts'
import { allergy_reactions, family_past_illnesses, past_illnesses, performed_operations } from '../../illness/tables.ts'
import { medicine_intakes, medicines, supplement_intakes, supplements } from '../../medication/tables.ts'
import { personName } from './person-store.ts'
import { type Column, nameIn, type Sheet, time, worded } from './sheet-store.ts'

const disease = (language: Language): SQL => sql.raw({ ja: 'd.name_local', en: 'd.name', kr: "coalesce(nullif(d.name_kr, ''), d.name_local)" }[language])
/** Medicines have no Korean names. */
const medicine = (language: Language): SQL => sql.raw(language === 'en' ? 'm.name_en' : 'm.name_ja')

// an intake stores the first day without it as `ended_on`; the file has the last day with it
const lastDay: Column = ['ended_on', ({ started_on, ended_on }) => lastDayOf({ started_on: started_on as string | null, ended_on: ended_on as string | null })]

export const historySheets: readonly Sheet[] = [
  {
    name: 'assessments',
    select: ({ from }, language) => sql`
      select a.id, a.conducted_on::text as day, a.kind, ${disease(language)} as disease, a.memo as note, a.solved_on::text
      from ${from(assessments, 'a')} join ${diseases} d on d.id = a.disease_id`,
    columns: ['day', ['kind', worded(assessment, 'kind', 'kind')], 'disease', 'note', 'solved_on'],
  },
  {
    name: 'past_illnesses',
    select: ({ from }, language) => sql`
      select i.id, ${disease(language)} as disease, i.diagnosed_on, i.recovered_on, i.detail as note
      from ${from(past_illnesses, 'i')} join ${diseases} d on d.id = i.disease_id`,
    columns: ['disease', 'diagnosed_on', 'recovered_on', 'note'],
  },
  {
    name: 'operations',
    select: ({ from }) => sql`select o.id, o.name, o.operated_on as day, o.facility, o.detail as note from ${from(performed_operations, 'o')}`,
    columns: ['day', 'name', 'facility', 'note'],
  },
  {
    name: 'family_illnesses',
    select: ({ from }, language) => sql`
      select f.id, f.relative, ${disease(language)} as disease, f.diagnosed_on, f.diagnosed_age
      from ${from(family_past_illnesses, 'f')} join ${diseases} d on d.id = f.disease_id`,
    columns: [['relative', worded(illness, 'relative', 'relative')], 'disease', 'diagnosed_on', 'diagnosed_age'],
  },
  {
    name: 'allergies',
    select: ({ from }) => sql`
      select a.id, a.kind, a.is_occured as has_it, a.description as note, ${time(sql`a.confirmed_at`)} as confirmed_at, ${personName('u')} as confirmed_by,
        ${time(sql`a.updated_at`)} as updated_at
      from ${from(allergy_reactions, 'a')} left join ${users} u on u.id = a.confirmed_by`,
    columns: [['kind', worded(illness, 'allergy', 'kind')], 'has_it', 'note', 'confirmed_at', 'confirmed_by', 'updated_at'],
  },
  {
    name: 'medicines',
    select: ({ from }, language) => sql`
      select i.id, coalesce(i.name, ${medicine(language)}) as name, i.strength, i.daily_volume, i.divided_times, i.timing, i.started_on, i.ended_on, i.memo as note
      from ${from(medicine_intakes, 'i')} left join ${medicines} m on m.id = i.medicine_id`,
    columns: [
      'name',
      'strength',
      'daily_volume',
      'divided_times',
      ['timing', ({ id, timing }, language) => (timing as string[]).map((value) => worded(medication, 'timing', 'value')({ id, value }, language))],
      'started_on',
      lastDay,
      'note',
    ],
  },
  {
    name: 'supplements',
    select: ({ from }, language) => sql`
      select i.id, coalesce(i.name, ${nameIn('s', language)}) as name, i.started_on, i.ended_on, i.memo as note
      from ${from(supplement_intakes, 'i')} left join ${supplements} s on s.id = i.supplement_id`,
    columns: ['name', 'started_on', lastDay, 'note'],
  },
]
