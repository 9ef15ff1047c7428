import { sql } from 'drizzle-orm'
import type { RowsTarget } from './target.ts'

export type Proposal = { id: number; start: string }
export const noProposals: Proposal[] = [{ id: 8_888_888, start: '2030-01-10T05:00:00.000Z' }]

const rowsPerList = 80
let slots = 0

/** Adds interview proposals for a patient. Each request that accepts or declines one uses it up. */
export const addProposals = async ({ context: { db }, staff }: RowsTarget, user_id: number): Promise<Proposal[]> => {
  const firstStart = Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 30 * 86_400_000
  const starts = Array.from({ length: rowsPerList }, () => new Date(firstStart + ++slots * 7_200_000).toISOString())
  const { rows } = await db.execute<Proposal>(sql`
    insert into messages (patient_id, sender_id, body, message_type, card)
    select ${user_id}, ${staff.admin.id}, '', 'interview_proposal',
      jsonb_build_object('kind', 'follow', 'meeting_type', 'online', 'minutes', 30, 'starts', jsonb_build_array(s), 'chosen_at', null, 'interview_id', null)
    from unnest(${sql.param(starts)}::text[]) s returning id, card->'starts'->>0 as start`)
  return rows.map(({ id, start }) => ({ id: Number(id), start }))
}

/** Bulk messages to a patient (one finished, some stoppable, some failed), and canned replies by their owner. */
export type BulkRows = { done_id: number; stoppable: number[]; failed: number[]; cannedReplies: Record<number, number[]> }
export const noBulks: BulkRows = { done_id: 8_888_888, stoppable: [], failed: [], cannedReplies: {} }

export const addBulks = async ({ context: { db }, staff }: RowsTarget, patient_id: number): Promise<BulkRows> => {
  const { rows } = await db.execute<{ id: number; state: 'sent' | 'waiting' | 'failed' }>(sql`
    with made as (
      insert into bulk_messages (sender_id, body, choice, sends_at, finished_at)
      select ${staff.admin.id}, 'お知らせ', '{"everyone": true}', now() + interval '1 day', case when n % 3 <> 1 then now() end from generate_series(0, 59) n returning id, finished_at),
    sorted as (select id, case when finished_at is null then 'waiting' when row_number() over (order by id) = 1 then 'sent' else 'failed' end as state from made),
    named as (
      insert into bulk_recipients (bulk_message_id, patient_id, body, state, reason)
      select id, ${patient_id}, 'お知らせ', state, case when state = 'failed' then 'refused' end from sorted)
    select id, state from sorted order by id`)
  const idsInState = (state: string) => rows.filter((row) => row.state === state).map(({ id }) => Number(id))
  const { rows: cannedRows } = await db.execute<{ id: number; owner_id: number }>(sql`
    insert into canned_replies (owner_id, title, body, is_shared)
    select a, ${`${patient_id} `} || n, 'x', n % 2 = 0 from unnest(${sql.param(Object.values(staff).map(({ id }) => id))}::bigint[]) a, generate_series(1, 20) n returning id, owner_id`)
  const cannedReplies: BulkRows['cannedReplies'] = {}
  for (const { id, owner_id } of cannedRows) cannedReplies[owner_id] = [...(cannedReplies[owner_id] ?? []), Number(id)]
  return { done_id: idsInState('sent')[0]!, stoppable: idsInState('waiting'), failed: idsInState('failed'), cannedReplies }
}
