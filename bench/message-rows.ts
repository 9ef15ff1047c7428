import { fold } from '@sukoyaka/rules/fold'
import pg from 'pg'

/** Search terms with known frequencies. */
export const searchTerms = { rare: '鼠径', everywhere: 'ます', nowhere: '羊羹' }
export const hitsOfRare = 50

const openings = [
  'おはようございます。',
  'お世話になっております。',
  'こんにちは。',
  '先日はありがとうございました。',
  '夜分に失礼いたします。',
  'お返事が遅くなりました。',
]
const news = [
  '今朝の血圧は128/82でした。',
  '昨夜はよく眠れました。',
  '薬は朝と夕に飲んでいます。',
  '体重が先月より1.2kg減りました。',
  '検査の結果を拝見しました。',
  '今週は毎日8,000歩ほど歩いています。',
  '頭痛が続いていて心配です。',
  '紹介状をお送りいたしました。',
  'ヨーグルトと納豆を毎朝食べています。',
  '来月の健診を予約しました。',
  'LDLコレステロールの値が気になっています。',
]
const closings = [
  'よろしくお願いいたします。',
  'ご確認をお願いします。',
  'また来週ご連絡します。',
  '無理のない範囲で続けます。',
  'お大事になさってくださいますように願います。',
]

/**
 * Inserts `total` messages into all conversations, in order of time; every hundredth belongs to one long thread.
 * Also inserts read marks, unread counters and the last message of each conversation.
 */
export const addMessages = async (url: string, total: number): Promise<{ thread_id: number }> => {
  // without the statement timeout of the app
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const printProgress = (step: string) => console.log(`  ${step} (${Math.round(performance.now() / 1_000)} s)`)
  try {
    // skip foreign key checks and build the index once at the end
    await client.query(`set statement_timeout = 0; set synchronous_commit = off; set session_replication_role = replica; set maintenance_work_mem = '512MB'`)
    const { rows } = await client.query<{ indexdef: string }>(`select indexdef from pg_indexes where indexname = 'messages_grams'`)
    await client.query('drop index messages_grams')
    await client.query(
      `create temporary table bench_rooms as select user_id, row_number() over (order by user_id) - 1 as place from patients; analyze bench_rooms`,
    )
    await client.query(`create temporary table bench_staff as select array_agg(id order by id) as ids from users where role in ('nurse', 'doctor', 'observer')`)
    const texts = [openings, news, closings].flatMap((part) => [part, part.map(fold)])
    await client.query(
      `insert into messages (patient_id, sender_id, body, body_search, published_at)
      select p.user_id, case when n % 3 = 0 then p.user_id else s.ids[1 + n % array_length(s.ids, 1)] end,
        ($2::text[])[1 + n % ${openings.length}] || ($4::text[])[1 + (n / 7) % ${news.length}] || rare || ($6::text[])[1 + (n / 3) % ${closings.length}],
        ($3::text[])[1 + n % ${openings.length}] || ($5::text[])[1 + (n / 7) % ${news.length}] || rare || ($7::text[])[1 + (n / 3) % ${closings.length}],
        now() - ($1 - n) * interval '20 seconds'
      from generate_series(1, $1::int) n
      cross join bench_staff s
      cross join lateral (select case when n % ($1 / ${hitsOfRare}) = ($1 / ${hitsOfRare}) / 2 then '${searchTerms.rare}が痛みます。' else '' end as rare) r
      join bench_rooms p on p.place = case when n % 100 = 0 then 0 else (n::bigint * 7919) % (select count(*) from bench_rooms) end
      order by n`,
      [total, ...texts],
    )
    printProgress(`${total} messages`)
    await client.query(rows[0]!.indexdef)
    printProgress('bigram index')
    await client.query(`insert into message_open_histories (message_id, patient_id, user_id, opened_at)
      select m.id, m.patient_id, u, m.published_at + interval '5 minutes' from messages m cross join bench_staff s cross join unnest(s.ids[1:2]) u where m.id % 5 = 0 on conflict do nothing`)
    await client.query(`insert into message_unreads (patient_id, user_id, unread_count)
      select p.user_id, u.id, case when (p.user_id + u.id) % 4 = 0 then 2 else 0 end from patients p join users u on u.id = p.user_id or u.role <> 'patient'
      on conflict (user_id, patient_id) do update set unread_count = excluded.unread_count`)
    await client.query(`update message_rooms r set last_message_id = l.id, last_message_at = l.published_at, unresponded_since = case when l.sender_id = l.patient_id then l.published_at end
      from (select distinct on (patient_id) id, patient_id, sender_id, published_at from messages order by patient_id, id desc) l where l.patient_id = r.patient_id`)
    await client.query('vacuum (analyze) messages, message_open_histories, message_unreads, message_rooms')
    printProgress('read marks, unread counters and last messages')
    const { rows: roomsFound } = await client.query<{ user_id: number }>('select user_id from bench_rooms where place = 0')
    return { thread_id: Number(roomsFound[0]!.user_id) }
  } finally {
    await client.end()
  }
}
