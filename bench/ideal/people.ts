import { type Ideal, items, person } from './ideal.ts'

const userColumns =
  'u.id, u.role, u.first_name, u.last_name, u.first_name_kana, u.last_name_kana, u.birthday, u.sex, u.email, u.phone_number, u.icon, u.address, u.payment_source, u.created_at, u.updated_at'

const plan = `json_build_object('id', p.id, 'name', p.name, 'name_ja', p.name_ja, 'display_name', p.name_ja, 'price', p.price, 'billing_cycle', p.billing_cycle, 'contract_period', p.contract_period,
  'duration', p.duration, 'auto_update', p.auto_update, 'service', json_build_object('id', s.id, 'name', s.name, 'name_ja', s.name_ja, 'display_name', s.name_ja, 'chat', s.chat,
  'followup_checkup_count', s.followup_checkup_count, 'full_checkup_count', s.full_checkup_count, 'interview_count', s.interview_count))`

const browserColumns = (table: string, current: string) =>
  `b.id, b.browser, 'IPv' || b.address_family as address_family, b.created_at, b.last_used_at, b.expires_at, ${current} as is_current from ${table} b`

export const peopleIdeals: Record<string, Ideal> = {
  // `reltuples`, which is exact after the vacuum, is used in place of a cached count
  'GET /api/users/patients, first page': {
    text: `select json_build_object('items', json_agg(row_to_json(t)), 'page', 1, 'next_page', 2, 'total_count', (select reltuples::int from pg_class where oid = 'patients'::regclass))
      from (select ${userColumns} from users u where u.role = 'patient' and exists (select from patients p where p.user_id = u.id and p.merged_into is null)
        order by u.kana_key, u.id limit 25) t`,
    values: () => [],
  },
  'GET /api/users/patients, part of a name': {
    text: `with found as materialized (
        select u.id, u.kana_key from users u where u.name_grams @> array[$1] and u.name_search like '%' || $1 || '%'
          and exists (select from patients p where p.user_id = u.id and p.merged_into is null)),
      page as (select id from found order by kana_key, id limit 25)
      select json_build_object('items', (select coalesce(json_agg(row_to_json(t)), '[]') from (select ${userColumns} from page join users u using (id) order by u.kana_key, u.id) t),
        'page', 1, 'next_page', case when (select count(*) from found) > 25 then 2 end, 'total_count', (select count(*) from found))`,
    values: ({ query }) => [query.get('q[full_name_cont]')],
  },
  'GET /api/users/:id, one patient': {
    text: `select row_to_json(t) from (select ${userColumns} from users u where u.id = $1 and exists (select from patients p where p.user_id = u.id and p.merged_into is null)) t`,
    values: ({ path }) => [path[2]],
  },
  'GET /api/users': {
    text: `select json_build_object('items', json_agg(row_to_json(t)), 'page', 1, 'next_page', 2, 'total_count', (select reltuples::int from pg_class where oid = 'patients'::regclass))
      from (select u.id, u.role, u.email, u.icon, u.first_name, u.last_name, u.first_name_kana, u.last_name_kana, u.deactivated_at, u.password_hash is not null as is_registered
        from users u where u.role = $1 order by u.kana_key, u.id limit 25) t`,
    values: ({ query }) => [query.get('role[]')],
  },
  'GET /api/care_people': {
    text: items(`select c.id, c.user_id, c.staff_id, c.role, c.main, ${person('u')} as user from care_people c join users u on u.id = c.staff_id where c.user_id = $1
      order by c.main desc, array_position(array['doctor', 'nurse', 'nutritionist', 'trainer', 'concierge', 'observer'], c.role), c.id limit 1000`),
    values: ({ query }) => [query.get('user_id')],
  },
  'GET /api/contracts': {
    text: items(`select c.id, c.user_id, c.plan_id, c.coupon_id, c.auto_update, c.started_at, c.ended_at, c.next_payment_date, c.created_at, c.updated_at, ${plan} as plan
      from contracts c join plans p on p.id = c.plan_id join services s on s.id = p.service_id where c.user_id = any($1) order by c.started_at desc, c.id desc limit 1000`),
    values: ({ query }) => [query.getAll('user_ids[]')],
  },
  'GET /api/sessions': {
    text: items(
      `select ${browserColumns('sessions', 'false')} where b.user_id = $1 and b.ended_at is null and b.expires_at > now() order by b.last_used_at desc, b.id desc limit 100`,
    ),
    values: ({ caller }) => [caller.id],
    // `is_current` depends on the session of the request, and the request changes `last_used_at`
    without: ['is_current', 'last_used_at'],
  },
  'GET /api/trusted_devices': {
    text: items(
      `select ${browserColumns('trusted_devices', 'false')} where b.user_id = $1 and b.expires_at > now() order by b.last_used_at desc, b.id desc limit 100`,
    ),
    values: ({ caller }) => [caller.id],
  },
  'GET /api/app_grants': {
    text: items(`select g.id, a.name, g.scopes, g.created_at, g.last_used_at from app_grants g join connected_apps a on a.id = g.app_id
      where g.user_id = $1 and g.revoked_at is null and g.code_used_at is not null order by g.id desc limit 100`),
    values: ({ caller }) => [caller.id],
  },
  // an ideal server would cache how many notifications a person has, in total and unchecked
  'GET /api/notifications': {
    text: `select json_build_object('items', coalesce(json_agg(row_to_json(t)), '[]'), 'page', 1)
      from (select n.id, n.kind, case when u.id is not null then ${person('u')} end as patient, n.message_id, n.record_id, n.count, n.body, n.is_urgent, n.checked_at, n.created_at, n.updated_at
        from (select * from notifications where user_id = $1 order by updated_at desc, id desc limit 25) n left join users u on u.id = n.patient_id order by n.updated_at desc, n.id desc) t`,
    values: ({ caller }) => [caller.id],
    without: ['next_page', 'total_count', 'unchecked_count'],
  },
}
