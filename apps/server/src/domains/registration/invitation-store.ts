import { toKatakana } from '@sukoyaka/rules/people/kana'
import { kanaKey, normalizePhone } from '@sukoyaka/rules/person'
import { nameSearchText } from '@sukoyaka/rules/search'
import type { Invitation, listInvitations, listSimilarPatients } from '@sukoyaka/wire/care/invitation'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import { and, desc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type PatientSource, patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { normalizeText } from '../../access/rows.ts'
import { isNamed, nameTerms } from '../../database/name-search.ts'
import { countedPageOf, type Paged } from '../../database/page.ts'
import { filtersOf, isGiven } from '../../database/prepared.ts'
import { personColumns } from '../account/store.ts'
import { account_tokens as tokens, users } from '../account/tables.ts'
import { patients } from '../patient/tables.ts'

/** Without an invitation, an account counts as `unsent` for its first seven days and as `expired` afterwards. */
const state: SQL<Invitation['state']> = sql`case when ${users.password_hash} is not null then 'activated'
  when latest.revoked_at is not null then 'revoked'
  when latest.used_at is not null or latest.id is null and ${users.created_at} > now() - interval '7 days' then 'unsent'
  when latest.id is null or latest.expires_at <= now() then 'expired'
  when latest.opened_at is not null then 'opened'
  when latest.is_printed then 'printed'
  else 'sent' end`

const isWaiting = isNull(users.password_hash)
const hasActivated = and(isNotNull(users.password_hash), sql`users.id in (select user_id from account_tokens where kind = 'activation')`)

const instantOf = (column: 'created_at' | 'opened_at' | 'expires_at' | 'used_at') =>
  sql<string | null>`latest.${sql.identifier(column)}`.mapWith(tokens[column])

const condition = ({ from }: PatientSource, isRegistered: boolean, given: string) =>
  and(
    eq(users.role, 'patient'),
    isNull(users.deactivated_at),
    isRegistered ? hasActivated : isWaiting,
    sql`exists (select from ${from(patients, 'p')} where p.user_id = users.id and p.merged_into is null)`,
    isGiven(given)('grams') ? isNamed(users.name_search, users.name_grams) : undefined,
  )
const latest = sql`lateral (select * from account_tokens t where t.user_id = users.id and t.kind = 'activation' order by t.id desc limit 1) latest`
const pages = patientQuery((source, isRegistered: boolean, given: string) =>
  source.db
    .select({
      patient: personColumns,
      email: users.email,
      birthday: users.birthday,
      state,
      created_at: users.created_at,
      sent_at: instantOf('created_at'),
      opened_at: instantOf('opened_at'),
      expires_at: instantOf('expires_at'),
      activated_at: sql<string | null>`case when ${users.password_hash} is not null then latest.used_at end`.mapWith(tokens.used_at),
    })
    .from(users)
    .leftJoin(latest, sql`true`)
    .where(condition(source, isRegistered, given))
    .orderBy(desc(users.created_at), desc(users.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)
const countWhere = patientQuery((source, isRegistered: boolean, given: string) =>
  source.db
    .select({ count: sql<number>`count(*)::int` })
    .from(users)
    .where(condition(source, isRegistered, given)),
)

export const invitationsOf = async (
  scope: PatientScope,
  { registered = 'waiting', q, page = 1 }: Input<typeof listInvitations>,
): Promise<Paged<Invitation>> => {
  const isRegistered = registered !== 'waiting'
  const values = { ...nameTerms(q) }
  const given = filtersOf(values)
  const count = async () => (await countWhere(scope, isRegistered, given).execute(values))[0]!.count
  const found = await countedPageOf<Invitation>(page, (limits) => pages(scope, isRegistered, given).execute({ ...values, ...limits }), count())
  for (const { patient } of found.items) scope.record(patient.id)
  return found
}

const maxSimilar = 10

const sameKana = sql<boolean>`(${users.kana_key} <> '' and ${users.kana_key} = ${sql.placeholder('kana_key')})`
/** The search text begins with the whole name as written, alone or before a space; by the index on it. */
const sameName = sql<boolean>`(${sql.placeholder('name')}::text <> '' and ${users.name_search} ~>=~ ${sql.placeholder('name')}::text
  and ${users.name_search} ~<~ (${sql.placeholder('name')}::text || '!'))`
const sameBirthday = sql<boolean>`coalesce(${users.birthday} = ${sql.placeholder('birthday')}::date, false)`
const samePhone = sql<boolean>`coalesce(${users.phone_number} = ${sql.placeholder('phone_number')}::text, false)`
const noOtherBirthday = sql`(${users.birthday} is null or ${sql.placeholder('birthday')}::date is null or ${users.birthday} = ${sql.placeholder('birthday')}::date)`

const similar = patientQuery(({ db, rows }) =>
  db
    .select({
      patient: personColumns,
      birthday: users.birthday,
      is_registered: sql<boolean>`${users.password_hash} is not null`,
      kana: sameKana,
      name: sameName,
      same_birthday: sameBirthday,
      phone: samePhone,
    })
    .from(users)
    .innerJoin(rows(patients), eq(patients.user_id, users.id))
    .where(
      and(
        eq(users.role, 'patient'),
        isNull(patients.merged_into),
        or(sql`${users.phone_number} = ${sql.placeholder('phone_number')}::text`, and(or(sameKana, sameName), noOtherBirthday)),
      ),
    )
    .orderBy(desc(samePhone), desc(sameBirthday), users.id)
    .limit(maxSimilar),
)

const likenesses = ['kana', 'name', 'birthday', 'phone_number'] as const

/** Patients who may be the same person as somebody who is not stored yet. */
export const similarPatients = async (scope: PatientScope, input: Input<typeof listSimilarPatients>): Promise<Reply<typeof listSimilarPatients>> => {
  const kanaOf = (text = '') => toKatakana(normalizeText(text))
  const names = { last_name: '', first_name: '', last_name_kana: kanaOf(input.last_name_kana), first_name_kana: kanaOf(input.first_name_kana) }
  const hasKana = names.last_name_kana !== '' && names.first_name_kana !== ''
  const { last_name = '', first_name = '' } = input
  const written = { last_name, first_name, last_name_kana: '', first_name_kana: '' }
  const found = await similar(scope).execute({
    kana_key: hasKana ? kanaKey(names) : '',
    name: last_name && first_name ? nameSearchText(written).split(' ')[0] : '',
    birthday: input.birthday ?? null,
    phone_number: input.phone_number ? normalizePhone(input.phone_number) : null,
  })
  return {
    items: found.map(({ kana, name, same_birthday, phone, ...row }) => {
      scope.record(row.patient.id)
      return {
        ...row,
        likenesses: likenesses.filter((_, at) => [kana, name, same_birthday, phone][at]),
      }
    }),
  }
}
