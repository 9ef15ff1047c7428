import { habit } from '@sukoyaka/phrases/care/habit'
import { interviews as interviewWords } from '@sukoyaka/phrases/care/interviews'
import { illness } from '@sukoyaka/phrases/record/illness'
import { questionnaire } from '@sukoyaka/phrases/record/questionnaire'
import { stress_check } from '@sukoyaka/phrases/record/stress-check'
import { shell } from '@sukoyaka/phrases/shell'
import { type SQL, sql } from 'drizzle-orm'
import { files } from '../../../database/tables.ts'
import { users } from '../../account/tables.ts'
import { habit_goal_days, habit_goal_templates, habit_goals } from '../../habit/tables.ts'
import { interview_participants, interviews } from '../../interview/tables.ts'
import { lifestyle_categories } from '../../lifestyle/tables.ts'
import { message_files, messages } from '../../message/tables.ts'
import { questionnaires } from '../../questionnaire/tables.ts'
import { job_stress_check_versions, job_stress_checks } from '../../stress-check/tables.ts'
import { symptom_categories } from '../../symptom/tables.ts'
import { personName } from './person-store.ts'
import { answerLabel, nameIn, type Row, type Sheet, time, worded } from './sheet-store.ts'

const goal = (language: string): SQL => sql.raw(`coalesce(g.content, t.content_${language}, '')`)

const allergyName = worded(illness, 'allergy', 'kind')
/** The question that was answered: the name of its category, or the kind of an allergy. */
const question = (row: Row, language: Parameters<typeof allergyName>[1]) => (row.item as string | null) ?? allergyName(row, language)

export const careSheets: readonly Sheet[] = [
  {
    name: 'goals',
    select: ({ from }, language) => sql`
      select g.id, g.kind, ${goal(language)} as goal, g.days_per_week, ${time(sql`g.created_at`)} as since, g.achieved_on::text, g.paused_on::text, g.paused_until::text
      from ${from(habit_goals, 'g')} left join ${habit_goal_templates} t on t.id = g.template_id`,
    columns: [['kind', worded(habit, 'kind', 'kind')], 'goal', 'days_per_week', 'since', 'achieved_on', 'paused_on', 'paused_until'],
  },
  {
    name: 'goal_days',
    // a day of a goal has no id: one is made of the id of the goal and the number of the day
    select: ({ from }, language) => sql`
      select d.habit_goal_id * 100000 + (d.day - date '1970-01-01') as id, d.day::text, ${goal(language)} as goal, d.done
      from ${from(habit_goal_days, 'd')} join ${from(habit_goals, 'g')} on g.id = d.habit_goal_id left join ${habit_goal_templates} t on t.id = g.template_id`,
    columns: ['day', 'goal', 'done'],
  },
  {
    name: 'interviews',
    select: ({ from }) => sql`
      select i.id, ${time(sql`i.conducted_at`)} as started_at, i.kind, i.name, i.status, i.location,
        (select string_agg(${personName('u')}, ', ' order by p.place, p.id) from ${from(interview_participants, 'p')} join ${users} u on u.id = p.staff_id
          where p.interview_id = i.id) as staff,
        i.patient_summary as minutes_text
      from ${from(interviews, 'i')}`,
    columns: [
      'started_at',
      ['kind', worded(interviewWords, 'kind', 'kind')],
      'name',
      ['state', worded(interviewWords, 'status', 'status')],
      'location',
      'staff',
      'minutes_text',
    ],
  },
  {
    name: 'messages',
    select: ({ from }) => sql`
      select m.id, ${time(sql`m.published_at`)} as sent_at, ${personName('u')} as sender, u.role, m.body as text,
        (select string_agg(f.name, ', ' order by d.id) from ${from(message_files, 'd')} join ${files} f on f.id = d.file_id where d.message_id = m.id) as files
      from ${from(messages, 'm')} join ${users} u on u.id = m.sender_id where m.deleted_at is null`,
    columns: ['sent_at', 'sender', ['role', worded(shell, 'role', 'role')], 'text', 'files'],
  },
  {
    name: 'questionnaires',
    // one row per answer; the questionnaire's id and the answer's number make its id
    select: ({ from }, language) => sql`
      select q.id * 1000 + a.number as id, ${time(sql`q.answered_at`)} as answered_at, split_part(a.key, '.', 1) as part, split_part(a.key, '.', 2) as kind,
        coalesce(${nameIn('s', language)}, ${nameIn('l', language)}) as item,
        case jsonb_typeof(a.answer -> 'value') when 'boolean' then (a.answer -> 'value')::boolean::int else (a.answer ->> 'value')::float8 end as value,
        coalesce(s.value_type, l.value_type, 'boolean') as value_type, coalesce(s.options, l.options, '[]') as options, case when a.answer -> 'value' = 'true' then a.answer ->> 'description' end as note
      from ${from(questionnaires, 'q')} cross join lateral jsonb_each(q.answers) with ordinality a (key, answer, number)
        left join ${symptom_categories} s on a.key = 'symptoms.' || s.name left join ${lifestyle_categories} l on a.key = 'lifestyles.' || l.name`,
    columns: ['answered_at', ['part', worded(questionnaire, 'part', 'part')], ['item', question], ['answer', answerLabel], 'note'],
  },
  {
    name: 'stress_checks',
    select: ({ from }, language) => sql`
      select s.id * 1000 + a.number as id, ${time(sql`s.answered_at`)} as answered_at, coalesce(a.question, '') as item, a.answer, s.is_high_stress as is_high,
        s.method, s.interview_note as note
      from ${from(job_stress_checks, 's')} join ${job_stress_check_versions} v on v.id = s.version_id
        cross join lateral (
          select row_number() over (order by (i.item ->> 'serial')::int) as number, i.item ->> ${sql.raw(`'text_${language}'`)} as question,
            (select o ->> ${sql.raw(`'label_${language}'`)} from jsonb_array_elements(v.definition -> 'sections') c, jsonb_array_elements(c -> 'options') o
              where c ->> 'code' = i.item ->> 'section' and (o ->> 'value')::int = (s.answers ->> (i.item ->> 'code'))::int) as answer
          from jsonb_array_elements(v.definition -> 'items') i (item)) a`,
    columns: ['answered_at', 'item', 'answer', 'is_high', ['method', worded(stress_check, 'result.method', 'method')], 'note'],
  },
]
