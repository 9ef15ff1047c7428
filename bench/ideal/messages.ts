import { type Ideal, items, person } from './ideal.ts'

const list = (query: string) => `(select coalesce(json_agg(x.it order by x.at), '[]') from (${query}) x)`

/** A message as staff see it; $2 is the viewer. */
const message = `m.id, m.patient_id, ${person('u')} as sender, m.body, m.content_type, m.message_type, m.is_urgent, m.reply_to_message_id,
  (select json_build_object('id', q.id, 'body', left(q.body, 200), 'content_type', q.content_type, 'is_deleted', q.deleted_at is not null, 'sender', ${person('p')})
    from messages q join users p on p.id = q.sender_id where q.id = m.reply_to_message_id) as reply_to,
  ${list(`select f.id as at, json_build_object('attachment_id', f.id) as it from message_files f where f.message_id = m.id`)} as files,
  ${list(`select p.id as at, ${person('p')} as it from message_mentions mm join users p on p.id = mm.user_id where mm.message_id = m.id`)} as mentions,
  ${list(`select min(r.id) as at, json_build_object('emoticon', r.emoticon, 'count', count(*)::int, 'mine_id', min(r.id) filter (where r.user_id = $2),
    'names', json_agg(p.last_name || ' ' || p.first_name order by r.id)) as it from message_reactions r join users p on p.id = r.user_id where r.message_id = m.id group by r.emoticon`)} as reactions,
  (select count(*)::int from message_likes l where l.message_id = m.id) as like_count, (select l.id from message_likes l where l.message_id = m.id and l.user_id = $2) as my_like_id,
  (select count(*)::int from message_open_histories o where o.message_id = m.id and o.user_id <> m.sender_id) as open_count, (select i.id from message_pins i where i.message_id = m.id) as pin_id,
  m.card, case when m.sender_id = $2 then m.client_id end as client_id, m.published_at, m.deleted_at`
/** Fields that the server fills in code: it signs URLs and completes cards. */
const filledInCode = ['images', 'files', 'card', 'data_entry_request', 'interview_proposal', 'recommendation_id']

/** A conversation in the list; $1 is the viewer. */
const room = `r.id, json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'first_name_kana', u.first_name_kana, 'last_name_kana', u.last_name_kana, 'icon', u.icon,
    'birthday', u.birthday, 'sex', u.sex, 'plan', case when c.plan_id is not null then json_build_object('id', c.plan_id, 'display_name', c.name_ja) end) as patient,
  coalesce(c.chat, false) as chat, coalesce(n.unread_count, 0) as unread_count, r.last_message_at,
  case when m.id is not null then json_build_object('id', m.id, 'sender', ${person('s')}, 'body', left(m.body, 100), 'content_type', m.content_type, 'message_type', m.message_type) end as last_message,
  n.last_read_message_id, r.unresponded_since, case when a.id is not null then ${person('a')} end as assignee, d.created_at as last_reminded_at, d.remind_at as next_remind_at`
const order = '(r.unresponded_since is null), r.unresponded_since, r.last_message_at desc nulls last, r.patient_id'
const roomJoins = `join users u on u.id = r.patient_id left join messages m on m.id = r.last_message_id left join users s on s.id = m.sender_id left join users a on a.id = r.assignee_id
  left join lateral (select c.plan_id, p.name_ja, v.chat from contracts c join plans p on p.id = c.plan_id join services v on v.id = p.service_id
    where c.user_id = r.patient_id and c.started_at <= now() and (c.ended_at is null or c.ended_at > now()) order by c.started_at desc, c.id desc limit 1) c on true
  left join message_unreads n on n.user_id = $1 and n.patient_id = r.patient_id
  left join lateral (select created_at, remind_at from message_reminders where user_id = $1 and patient_id = r.patient_id and done_at is null order by remind_at limit 1) d on true`

/** Condition on a row `n` of `message_unreads`: it concerns the caller (care team or mention), who does not have the conversation open now. */
const notifiable = `(exists (select from care_people c where c.user_id = n.patient_id and c.staff_id = $1)
  or exists (select from message_mentions m where m.user_id = $1 and m.patient_id = n.patient_id and m.message_id > n.last_read_message_id))
  and not exists (select from visibilities v where v.user_id = $1 and v.patient_id = n.patient_id and v.is_visible and v.seen_at > now() - interval '1 minute')`

export const messageIdeals: Record<string, Ideal> = {
  // `reltuples`, which is exact after the vacuum, is used in place of a cached count
  'GET /api/message_rooms/list': {
    text: `select json_build_object('items', json_agg(row_to_json(t)), 'page', 1, 'next_page', 2, 'total_count', (select reltuples::int from pg_class where oid = 'message_rooms'::regclass))
      from (select ${room} from (select * from message_rooms r order by ${order} limit 25) r ${roomJoins} order by ${order}) t`,
    values: ({ caller }) => [caller.id],
  },
  'GET /api/message_rooms/list, part of a name': {
    text: `with found as materialized (select id from users where name_grams @> array[$2] and name_search like '%' || $2 || '%')
      select json_build_object('items', coalesce(json_agg(row_to_json(t)), '[]'), 'page', 1, 'next_page', case when count(*) > 25 then 2 end, 'total_count', (select count(*) from message_rooms where patient_id in (select id from found)))
      from (select ${room} from (select * from message_rooms r where r.patient_id in (select id from found) order by ${order} limit 25) r ${roomJoins} order by ${order}) t`,
    values: ({ caller, query }) => [caller.id, query.get('q[full_name_cont]')!.trim()],
    without: ['next_page'],
  },
  'GET /api/message_rooms/unread_count': {
    text: `select json_build_object('count', coalesce(sum(unread_count), 0)::int) from message_unreads where user_id = $1 and unread_count > 0`,
    values: ({ caller }) => [caller.id],
  },
  'GET /api/message_rooms/:id': {
    text: `select row_to_json(t) from (select ${room} from message_rooms r ${roomJoins} where r.id = $2) t`,
    values: ({ caller, path }) => [caller.id, path[2]],
  },
  'GET /api/message_rooms/unread_notifiable_count': {
    text: `select json_build_object('count', coalesce(sum(n.unread_count), 0)::int, 'patient_count', count(*)) from message_unreads n where n.user_id = $1 and n.unread_count > 0 and ${notifiable}`,
    values: ({ caller }) => [caller.id],
  },
  'GET /api/badges': {
    text: `select json_build_object('messages', count(*), 'notifications', (select count(*) from notifications where user_id = $1 and checked_at is null and kind <> 'message'))
      from message_unreads n where n.user_id = $1 and n.unread_count > 0 and ${notifiable}`,
    values: ({ caller }) => [caller.id],
  },
  'GET /api/message_rooms/counts': {
    text: `with unread as (select patient_id, ${notifiable} as is_notifiable from message_unreads n where n.user_id = $1 and n.unread_count > 0)
      select json_build_object('unread', count(*), 'unresponded', (select count(*) from message_rooms where unresponded_since is not null), 'notifiable', count(*) filter (where is_notifiable),
        'assigned', (select count(*) from message_rooms where assignee_id = $1)) from unread`,
    values: ({ caller }) => [caller.id],
  },
  'GET /api/message_mentions/targets': {
    text: items(`select u.id, u.role, u.first_name, u.last_name, u.first_name_kana, u.last_name_kana, u.icon, u.id in (select staff_id from care_people where user_id = $1) as is_on_team
      from users u where u.deactivated_at is null and u.id <> $2 and (u.id = $1 or u.role in ('doctor', 'nurse', 'trainer', 'observer', 'nutritionist', 'concierge'))
      order by is_on_team desc, u.kana_key, u.id limit 200`),
    values: ({ query, caller }) => [query.get('patient_id'), caller.id],
  },
  'GET /api/messages, newest 25': {
    text: `select json_build_object('items', coalesce((json_agg(row_to_json(t)) filter (where t.place <= 25)), '[]'), 'page', 1, 'next_page', case when count(*) > 25 then 2 end)
      from (select ${message}, row_number() over (order by m.id desc) as place
        from (select * from messages where patient_id = $1 order by id desc limit 26) m join users u on u.id = m.sender_id order by m.id desc) t`,
    values: ({ query, caller }) => [query.get('patient_id'), caller.id],
    without: [...filledInCode, 'place'],
  },
  'GET /api/messages/:id': {
    text: `select row_to_json(t) from (select ${message} from messages m join users u on u.id = m.sender_id where m.id = $1) t`,
    values: ({ path, caller }) => [path[2], caller.id],
    without: filledInCode,
  },
  'GET /api/message_reminders': {
    text: `select json_build_object('items', coalesce(json_agg(row_to_json(t)), '[]'), 'page', 1, 'next_page', null, 'total_count', count(*))
      from (select r.id, r.patient_id, r.message_id, r.remind_at, r.reason, r.done_at, r.created_at, ${person('u')} as patient from message_reminders r join users u on u.id = r.patient_id
        where r.user_id = $1 and r.done_at is null and r.patient_id = $2 order by r.remind_at, r.id limit 25) t`,
    values: ({ caller, query }) => [caller.id, query.get('patient_id')],
  },
  // one statement writes the message, the room, the unread counts of patient and staff, the notifications, the audit log and the event
  'POST /api/messages, from a nurse': {
    status: 201,
    text: `with said as (
        insert into messages (patient_id, sender_id, body, body_search, client_id) values ($1, $2, $3, $3, $4) returning *),
      room as (update message_rooms r set last_message_id = said.id, last_message_at = said.published_at, unresponded_since = null from said where r.patient_id = $1),
      unread as (
        insert into message_unreads (patient_id, user_id, unread_count)
        select $1, u.id, 1 from users u where u.id <> $2 and u.deactivated_at is null and (u.id = $1 or u.role in ('doctor', 'nurse', 'trainer', 'observer', 'nutritionist', 'concierge')) order by u.id
        on conflict (user_id, patient_id) do update set unread_count = message_unreads.unread_count + 1),
      notice as (
        insert into notifications (user_id, kind, patient_id, message_id, is_urgent)
        select c.user_id, 'message', $1, said.id, false
        from said, (select staff_id as user_id from care_people where user_id = $1 union select $1::bigint) c join users u on u.id = c.user_id and u.deactivated_at is null
        where c.user_id <> $2 and not exists (select from visibilities v where v.user_id = c.user_id and v.patient_id = $1 and v.is_visible and v.seen_at > now() - interval '1 minute') order by c.user_id
        on conflict (user_id, kind, patient_id) where checked_at is null and kind in ('message', 'mention')
        do update set message_id = excluded.message_id, count = notifications.count + 1, updated_at = now(), pushed_at = null, mailed_at = null,
          unmailed_since = case when notifications.mailed_at is null then notifications.unmailed_since else now() end, is_urgent = notifications.is_urgent or excluded.is_urgent),
      audit as (insert into audit_logs (user_id, patient_id, action, outcome, status, ip) values ($2, $1, 'POST /api/messages', 'done', 201, '127.0.0.1')),
      event as materialized (select publish_event(null, $1, array['messages', 'message_rooms', 'notifications', 'today']::text[], 'message.new', said.id) from said)
      select json_build_object('id', said.id, 'patient_id', said.patient_id, 'sender', ${person('u')}, 'body', said.body, 'content_type', said.content_type, 'message_type', said.message_type,
        'is_urgent', said.is_urgent, 'reply_to_message_id', null, 'reply_to', null, 'images', '[]'::json, 'files', '[]'::json, 'mentions', '[]'::json, 'reactions', '[]'::json, 'like_count', 0,
        'my_like_id', null, 'open_count', 0, 'pin_id', null, 'data_entry_request', null, 'interview_proposal', null, 'recommendation_id', null, 'client_id', said.client_id,
        'published_at', said.published_at, 'deleted_at', null) from said join users u on u.id = said.sender_id, event`,
    values: ({ caller, body }) => [body.patient_id, caller.id, body.body, body.client_id],
  },
}
