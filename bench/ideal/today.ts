import { todaySections } from '@sukoyaka/wire/boards/today'
import type { Ideal } from './ideal.ts'

const patient = `json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'first_name_kana', u.first_name_kana, 'last_name_kana', u.last_name_kana, 'icon', u.icon,
  'birthday', u.birthday, 'sex', u.sex)`

/** The board of a member of staff: which patients it shows and how many there are. The server assembles the details of each row in code. */
export const todayIdeals: Record<string, Ideal> = {
  'GET /api/today': {
    text: `with mine as materialized (select user_id from care_people where staff_id = $1),
      found as (
        select i.section, i.user_id, i.subject_id, i.version, i.at, i.rank, coalesce((i.details ->> 'untold_count')::int, 0) > 0 as is_untold
        from today_items i join mine using (user_id) where i.shown_from <= now() and (i.shown_until is null or i.shown_until > now())
        union all
        select 'needs_reply', m.patient_id, 0, coalesce(m.last_message_at, m.unresponded_since), m.unresponded_since, extract(epoch from m.unresponded_since)::float8 * 1000, false
        from message_rooms m join mine on mine.user_id = m.patient_id where m.unresponded_since is not null
        union all
        select 'interviews_today', v.interviewee_id, v.id, v.conducted_at, v.conducted_at, extract(epoch from v.conducted_at)::float8 * 1000, false
        from interviews v where v.conducted_at >= date_trunc('day', now(), 'Asia/Tokyo') and v.conducted_at < date_trunc('day', now(), 'Asia/Tokyo') + interval '1 day' and v.status <> 'cancelled'
          and (v.interviewee_id in (select user_id from mine) or exists (select from interview_participants p where p.interview_id = v.id and p.staff_id = $1))),
      numbered as (
        select f.*, r.id is null as is_open, row_number() over (partition by f.section order by r.id is not null, f.rank, f.user_id, f.subject_id) as place,
          count(*) filter (where r.id is null) over (partition by f.section) as open, count(*) filter (where r.id is not null) over (partition by f.section) as reviewed
        from found f left join today_reviews r on r.section = f.section and r.user_id = f.user_id and r.subject_id = f.subject_id and r.version = f.version and (r.until is null or r.until > now()) and not f.is_untold)
      select json_build_object('scope', 'mine', 'patient_count', (select count(*) from mine), 'sections', (
        select json_agg(json_build_object('section', s.section, 'items', coalesce(n.items, '[]'), 'next_page', case when n.open > 5 then 1 end, 'total_count', coalesce(n.open, 0), 'reviewed_count', coalesce(n.reviewed, 0)) order by s.at)
        from unnest($2::text[]) with ordinality s (section, at) left join (
          select n.section, max(n.open) as open, max(n.reviewed) as reviewed, json_agg(json_build_object('section', n.section, 'patient', ${patient}, 'subject_id', nullif(n.subject_id, 0), 'version', n.version, 'at', n.at)
            order by n.place) filter (where n.is_open) as items
          from numbered n join users u on u.id = n.user_id where n.place <= 5 group by n.section) n using (section)))`,
    values: ({ caller }) => [caller.id, todaySections],
    without: [
      'findings',
      'count',
      'serious_count',
      'untold_count',
      'contacts',
      'phone_number',
      'name',
      'follow_up',
      'interview_kind',
      'ends_at',
      'meeting_type',
      'excerpt',
      'review',
    ],
  },
}
