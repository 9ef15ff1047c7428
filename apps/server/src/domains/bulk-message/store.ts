import type { Language } from '@sukoyaka/phrases/language'
import type { BulkMessage, BulkRecipient, listBulkRecipients } from '@sukoyaka/wire/boards/bulk-message'
import { sendDelaySeconds } from '@sukoyaka/wire/boards/bulk-message'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { type PatientSource, patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import type { Db } from '../../database/db.ts'
import { pageOf, pageSize } from '../../database/page.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { peopleByIds, personColumns } from '../account/store.ts'
import { users } from '../account/tables.ts'
import { diseasesFor } from '../disease/store.ts'
import { notifications } from '../notification/tables.ts'
import type { Recipient } from './recipient-store.ts'
import { bulk_recipients, bulk_messages as bulks } from './tables.ts'

/** Seconds until sending begins. */
// the column stores milliseconds, so rounding may add a fraction
export const seconds_left = sql<number>`greatest(0, least(${sql.raw(String(sendDelaySeconds))}, ceil(extract(epoch from ${bulks.sends_at} - now()))))::int`

/** Numbers of recipients per state, from an index. */
const countsOf = (source: PatientSource) =>
  source.db
    .select({
      total_count: sql<number>`count(*)::int`.as('total_count'),
      waiting_count: sql<number>`(count(*) filter (where ${bulk_recipients.state} = 'waiting'))::int`.as('waiting_count'),
      sent_count: sql<number>`(count(*) filter (where ${bulk_recipients.state} = 'sent'))::int`.as('sent_count'),
      failed_count: sql<number>`(count(*) filter (where ${bulk_recipients.state} = 'failed'))::int`.as('failed_count'),
      stopped_count: sql<number>`(count(*) filter (where ${bulk_recipients.state} = 'stopped'))::int`.as('stopped_count'),
    })
    .from(source.rows(bulk_recipients))
    .where(sql`${bulk_recipients.bulk_message_id} = ${bulks.id}`)
    .as('counts')

const newestBulks = patientQuery((source, isSingle: boolean) => {
  const counts = countsOf(source)
  return source.db
    .select({
      id: bulks.id,
      sender: personColumns,
      body: bulks.body,
      choice: bulks.choice,
      state: sql<BulkMessage['state']>`case when ${bulks.stopped_at} is not null then 'stopped' when ${bulks.finished_at} is not null then 'done'
        when ${bulks.sends_at} > now() then 'held' else 'sending' end`,
      total_count: counts.total_count,
      waiting_count: counts.waiting_count,
      sent_count: counts.sent_count,
      failed_count: counts.failed_count,
      stopped_count: counts.stopped_count,
      sends_at: bulks.sends_at,
      seconds_left,
      stopped_at: bulks.stopped_at,
      finished_at: bulks.finished_at,
      created_at: bulks.created_at,
    })
    .from(bulks)
    .innerJoin(users, eq(users.id, bulks.sender_id))
    .innerJoinLateral(counts, sql`true`)
    .where(isSingle ? eq(bulks.id, sql.placeholder('id')) : undefined)
    .orderBy(desc(bulks.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
})
const countOfBulks = preparedQuery((db) => db.select({ count: sql<number>`count(*)::int` }).from(bulks))

export const bulkMessagesOf = async (scope: PatientScope, page = 1) => {
  const items: BulkMessage[] = await newestBulks(scope, false).execute({ limit: pageSize, offset: (page - 1) * pageSize })
  const total_count = (await countOfBulks(scope.db).execute())[0]!.count
  return { items, page, next_page: page * pageSize < total_count ? page + 1 : null, total_count }
}

export const bulkMessageOf = async (scope: PatientScope, id: number): Promise<BulkMessage> => {
  const [found] = await newestBulks(scope, true).execute({ id, limit: 1, offset: 0 })
  if (!found) throw apiError('not_found')
  return found
}

/** Names of the patients, doctors and diseases that the choice of a bulk message lists. */
export const namesOfChoice = async (scope: PatientScope, id: number, language: Language) => {
  const { patient_ids = [], main_doctor_ids = [], disease_ids = [] } = (await bulkMessageOf(scope, id)).choice
  const people = await peopleByIds(scope.db, [...patient_ids, ...main_doctor_ids])
  const named = (ids: readonly number[]) => ids.flatMap((person_id) => people.get(person_id) ?? [])
  const patients = named(patient_ids)
  for (const patient of patients) scope.record(patient.id)
  const diseases = disease_ids.length ? await diseasesFor(scope.db, { q: { id_in: [...disease_ids] } }, language) : []
  return { patients, doctors: named(main_doctor_ids), diseases }
}

const recipients = patientQuery(({ db, rows }, isOfState: boolean) =>
  db
    .select({
      id: bulk_recipients.id,
      patient: personColumns,
      text: bulk_recipients.body,
      state: bulk_recipients.state,
      reason: bulk_recipients.reason,
      message_id: bulk_recipients.message_id,
      sent_at: bulk_recipients.sent_at,
      total_count: sql<number>`count(*) over ()::int`,
    })
    .from(rows(bulk_recipients))
    .innerJoin(users, eq(users.id, bulk_recipients.patient_id))
    .where(and(eq(bulk_recipients.bulk_message_id, sql.placeholder('id')), isOfState ? eq(bulk_recipients.state, sql.placeholder('state')) : undefined))
    .orderBy(asc(users.kana_key), asc(bulk_recipients.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)

export const recipientsOf = async (scope: PatientScope, { id, page = 1, state }: Input<typeof listBulkRecipients>) => {
  await bulkMessageOf(scope, id)
  const found = await pageOf(page, (bounds) => recipients(scope, state !== undefined).execute({ id, state, ...bounds }))
  for (const { patient } of found.items) scope.record(patient.id)
  return found as { items: BulkRecipient[]; page: number; next_page: number | null; total_count: number }
}

const batchSize = 500

/** Stores the bulk message with its recipients and their texts, which later changes do not affect. The database clock sets the start of sending. */
export const insertBulkMessage = async (
  scope: PatientScope,
  actor: Actor,
  { body, choice, recipients }: { body: string; choice: BulkMessage['choice']; recipients: readonly Recipient[] },
): Promise<number> => {
  const [added] = await scope.db
    .insert(bulks)
    .values({ sender_id: actor.id, body, choice, sends_at: sql`now() + make_interval(secs => ${sendDelaySeconds})` })
    .returning({ id: bulks.id })
  const bulk_message_id = added!.id
  for (let offset = 0; offset < recipients.length; offset += batchSize) {
    const rows = recipients.slice(offset, offset + batchSize)
    await scope.insert(bulk_recipients).values(rows.map(({ patient, text }) => ({ bulk_message_id, patient_id: patient.id, body: text })))
  }
  return bulk_message_id
}

const lockedBulk = preparedQuery((db) =>
  db
    .select()
    .from(bulks)
    .where(eq(bulks.id, sql.placeholder('id')))
    .for('update'),
)

const lockBulk = async (db: Db, id: number) => {
  const [existing] = await lockedBulk(db).execute({ id })
  if (!existing) throw apiError('not_found')
  return existing
}

/** Sends nothing to the recipients that still wait. A message that is being sent stays sent: this call waits for it. */
export const stopBulkMessage = async (scope: PatientScope, id: number): Promise<void> => {
  const { stopped_at, finished_at } = await lockBulk(scope.db, id)
  if (stopped_at) return
  if (finished_at) throw apiError('conflict')
  await scope.db.update(bulks).set({ stopped_at: sql`now()` }).where(eq(bulks.id, id))
  await scope
    .update(bulk_recipients)
    .set({ state: 'stopped' })
    .where(and(eq(bulk_recipients.bulk_message_id, id), eq(bulk_recipients.state, 'waiting')))
}

/** Lets the failed recipients wait again. Throws 409 unless the bulk message is finished and has failed recipients. */
export const reopenBulkMessage = async (scope: PatientScope, id: number): Promise<void> => {
  const { stopped_at, finished_at } = await lockBulk(scope.db, id)
  if (stopped_at || !finished_at) throw apiError('conflict')
  const { rowCount } = await scope
    .update(bulk_recipients)
    .set({ state: 'waiting', reason: null })
    .where(and(eq(bulk_recipients.bulk_message_id, id), eq(bulk_recipients.state, 'failed')))
  if (!rowCount) throw apiError('conflict')
  await scope.db.update(bulks).set({ finished_at: null, sends_at: sql`date_trunc('milliseconds', now())` }).where(eq(bulks.id, id))
}

/** Sends the text to the caller as a notification. */
export const recordTestMessage = async (scope: PatientScope, actor: Actor, { patient_id, text }: { patient_id: number; text: string }) => {
  scope.record(patient_id)
  await scope.db.insert(notifications).values({ user_id: actor.id, kind: 'bulk_test', patient_id, body: text })
}
