import { profile } from '@sukoyaka/phrases/people/profile'
import { shell } from '@sukoyaka/phrases/shell'
import { type SQL, sql } from 'drizzle-orm'
import type { QueryTools } from '../../../access/patient-query.ts'
import { users } from '../../account/tables.ts'
import { shownEndOf } from '../../contract/shown-end-store.ts'
import { contract_charges, contracts, plans } from '../../contract/tables.ts'
import { care_people, patients } from '../../patient/tables.ts'
import { policies, policy_agreements } from '../../policy/tables.ts'
import { nameIn, type Sheet, time, worded } from './sheet-store.ts'

export const personName = (alias: string): SQL => sql.raw(`concat_ws(' ', ${alias}.last_name, ${alias}.first_name)`)
/** Limits a table that is no patient table to the rows of the patient. */
const isOwn = ({ own }: QueryTools, column: SQL): SQL => sql`${column} = ${own}`

export const personSheets: readonly Sheet[] = [
  {
    name: 'profile',
    select: ({ from }) => sql`
      select p.user_id as id, ${personName('u')} as name, concat_ws(' ', u.last_name_kana, u.first_name_kana) as kana, u.birthday::text, u.sex, u.email, u.phone_number,
        u.address ->> 'zip' as zip, concat_ws(' ', u.address ->> 'prefecture', u.address ->> 'city', u.address ->> 'street', u.address ->> 'building') as address
      from ${from(patients, 'p')} join ${users} u on u.id = p.user_id`,
    columns: ['name', 'kana', 'birthday', ['sex', worded(profile, 'sex', 'sex')], 'email', 'phone_number', 'zip', 'address'],
  },
  {
    name: 'care_team',
    select: ({ from }) => sql`
      select c.id, ${personName('u')} as name, c.role, c.main as is_main, ${time(sql`c.created_at`)} as since
      from ${from(care_people, 'c')} join ${users} u on u.id = c.staff_id`,
    columns: ['name', ['role', worded(shell, 'role', 'role')], 'is_main', 'since'],
  },
  {
    name: 'contracts',
    select: ({ from }, language) => sql`
      select c.id, ${nameIn('p', language)} as plan, ${time(sql`c.started_at`)} as started_at, ${time(shownEndOf(from, 'c'))} as ended_at, c.auto_update
      from ${from(contracts, 'c')} join ${plans} p on p.id = c.plan_id`,
    columns: ['plan', 'started_at', 'ended_at', 'auto_update'],
  },
  {
    name: 'contract_payments',
    select: ({ from }) => sql`
      select c.id, c.due_on::text, (c.period_until - 1)::text as period_until, c.amount, c.discount, ${time(sql`c.paid_at`)} as paid_at from ${from(contract_charges, 'c')}`,
    columns: ['due_on', 'period_until', 'amount', 'discount', 'paid_at'],
  },
  {
    name: 'agreements',
    select: (tools, language) => sql`
      select a.id, p.texts -> ${sql.raw(`'${language}'`)} ->> 'title' as document, p.version, ${time(sql`a.agreed_at`)} as agreed_at
      from ${policy_agreements} a join ${policies} p on p.id = a.policy_id where ${isOwn(tools, sql`a.user_id`)}`,
    columns: ['document', 'version', 'agreed_at'],
  },
]
