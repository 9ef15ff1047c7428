import { sql } from 'drizzle-orm'
import type { Db } from '../../../src/database/db.ts'

/** Adds rows to the tables that only fill over time. */
export const fillTables = async (db: Db, rowsPerTable: number) => {
  for (const table of ['sessions', 'trusted_devices'])
    await db.execute(
      sql`insert into ${sql.identifier(table)} (user_id, token_hash, expires_at) select id, sha256(id::text::bytea), now() + interval '1 day' from users`,
    )
  const n = sql`generate_series(1, ${rowsPerTable}) n`
  await db.execute(
    sql`insert into device_sources (user_id, channel, maker, model, app) select user_id, 'apple_health', 'Apple', 'iPhone', '' from patients on conflict do nothing`,
  )
  await db.execute(sql`
    insert into device_samples (source_id, record_id, type, value, started_at, ended_at, zone_offset)
    select d.id, 'plan-' || n, 'steps', n, now() - n * interval '1 minute', now() - n * interval '1 minute', 540 from device_sources d, generate_series(1, 40) n`)
  await db.execute(sql`insert into limited_attempts (kind, key) select 'sign_in_account', n::text from ${n}`)
  await db.execute(sql`insert into idempotency_keys (key_hash, route, body_hash) select sha256(n::text::bytea), 'POST /', '' from ${n}`)
  await db.execute(sql`insert into audit_logs (user_id, action, outcome, status) select n, 'GET /', 'done', 200 from ${n}`)
  await db.execute(sql`insert into events (id, user_id, changes) select n, n, '{}' from ${n} on conflict do nothing`)
  await db.execute(
    sql`insert into habit_goal_days (habit_goal_id, day, done) select g.id, d::date, true from habit_goals g cross join generate_series('2026-01-01'::date, '2026-01-03', '1 day') d`,
  )
  await db.execute(
    sql`insert into health_scores (user_id, category_id, calculated_on) select p.user_id, c.id, '2026-01-02' from patients p cross join health_score_categories c`,
  )
  const answeredAt = '2026-01-10T00:00:00Z'
  await db.execute(
    sql`insert into symptoms (user_id, category_id, answered_at, value) select user_id, 1, ${answeredAt}, 1 from patients on conflict do nothing`,
  )
  await db.execute(
    sql`insert into lifestyles (user_id, category_id, answered_at, value) select user_id, 1, ${answeredAt}, 1 from patients on conflict do nothing`,
  )
  await db.execute(sql`insert into steps (user_id, measured_on, count) select user_id, '2026-01-10', 7302 from patients on conflict do nothing`)
  await db.execute(
    sql`insert into sleeps (user_id, started_at, ended_at) select user_id, '2026-01-09T14:00:00Z', '2026-01-09T21:00:00Z' from patients on conflict do nothing`,
  )
  await db.execute(sql`insert into health_records (user_id, category_id, recorded_at) select user_id, 1, ${answeredAt} from patients`)
  await db.execute(
    sql`insert into test_packages (user_id, kind, tested_at) select user_id, 'general', '2026-01-10'::timestamptz + n * interval '1 day' from patients cross join generate_series(1, 5) n`,
  )
  await db.execute(
    sql`insert into data_entry_requests (patient_id, kind, requested_by, answered_at) select user_id, 'questionnaire', user_id, ${answeredAt} from patients`,
  )
  await db.execute(sql`insert into tasks (user_id, content, created_by) select user_id, '電話する', user_id from patients`)
  // ten reviews per patient, as after some time: with one per patient, PostgreSQL would rightly scan the whole table for the dozen rows of a board
  await db.execute(
    sql`insert into today_reviews (user_id, section, subject_id, version, reviewed_by) select user_id, 'needs_reply', n, ${answeredAt}, user_id from patients, generate_series(0, 9) n on conflict do nothing`,
  )
  await db.execute(
    sql`insert into urgent_contacts (user_id, version, outcome, contacted_at, contacted_by, created_by) select user_id, ${answeredAt}, 'not_reached', ${answeredAt}, user_id, user_id from patients`,
  )
  // many authors: if all of them had low ids, PostgreSQL would rightly scan `users` by id
  await db.execute(
    sql`insert into kartes (user_id, author_id, memo, memo_search) select user_id, user_id, md5(user_id::text), md5(user_id::text) from patients`,
  )
  await db.execute(
    sql`insert into bulk_messages (sender_id, body, choice, sends_at, finished_at) select user_id, 'お知らせ', '{}', ${answeredAt}, ${answeredAt} from patients`,
  )
  await db.execute(sql`insert into karte_drafts (author_id, user_id, place, memo) select user_id, user_id, 'free', '' from patients`)
  const first = sql`select min(id), patient_id, patient_id from messages group by patient_id on conflict do nothing`
  for (const marks of ['message_pins', 'message_mentions'])
    await db.execute(sql`insert into ${sql.identifier(marks)} (message_id, patient_id, user_id) ${first}`)
  await db.execute(sql`insert into carts (user_id) select user_id from patients on conflict do nothing`)
  await db.execute(
    sql`insert into cart_items (user_id, cart_id, product_id, quantity) select c.user_id, c.id, p.id, 1 from carts c cross join products p where p.sort_number < 4 on conflict do nothing`,
  )
  await db.execute(
    sql`insert into recommendations (patient_id, product_id, recommended_by, reason) select user_id, (select min(id) from products), user_id, 'おすすめ' from patients`,
  )
  await db.execute(
    sql`insert into passed_products (patient_id, product_id, passed_by, reason) select user_id, (select min(id) from products), user_id, '見送り' from patients`,
  )
  await db.execute(sql`update event_counter set last = ${rowsPerTable}`)
  await addMessages(db)
}

/** Adds one message per conversation, with a rare and a common word, and the rows that refer to it. */
const addMessages = async (db: Db) => {
  const body = sql`left(md5(user_id::text), 6) || 'ます'`
  await db.execute(sql`insert into messages (patient_id, sender_id, body, body_search) select user_id, user_id, ${body}, ${body} from patients`)
  for (const table of ['message_open_histories', 'message_likes', 'message_mentions'])
    await db.execute(
      sql`insert into ${sql.identifier(table)} (message_id, patient_id, user_id) select id, patient_id, patient_id from messages on conflict do nothing`,
    )
  await db.execute(
    sql`insert into message_reactions (message_id, patient_id, user_id, emoticon) select id, patient_id, patient_id, (select min(code) from emoticons) from messages on conflict do nothing`,
  )
  await db.execute(sql`
    with file as (insert into files (user_id, owner, key, kind, content_type, name, size)
      select user_id, 'message', 'bb' || lpad(user_id::text, 34, '0'), 'image', 'image/webp', 'photo.webp', 1 from patients returning id, user_id)
    insert into message_files (message_id, patient_id, file_id) select (select min(id) from messages where patient_id = f.user_id), f.user_id, f.id from file f`)
  await db.execute(
    sql`insert into notifications (user_id, kind, patient_id, message_id) select patient_id, 'message', patient_id, min(id) from messages group by patient_id on conflict do nothing`,
  )
}
