import { type Ideal, items, person } from './ideal.ts'

const ofUser: Ideal['values'] = ({ query }) => [query.get('user_id')]
const disease = `json_build_object('id', d.id, 'name', d.name, 'name_local', d.name_local, 'display_name', d.name_local, 'kind', d.kind, 'icd10', d.icd10, 'danger_level', d.danger_level,
  'description', d.description_ja, 'text_language', 'ja') as disease`

/** Reads of a patient's record. */
export const recordIdeals: Record<string, Ideal> = {
  'GET /api/test_results, numbers, 100 of each': {
    text: items(`select id, user_id, category_id, test_id, test_package_id, recorded_at, type, origin, value, comparator, status, range_id, is_serious, is_derived, entered_value, entered_unit, updated_at
      from (select r.*, row_number() over (partition by category_id order by recorded_at desc, id desc) as place from test_results r where user_id = $1 and type = 0) r
      where place <= $2 order by recorded_at desc, id desc limit 10000`),
    values: ({ query }) => [query.get('user_id'), query.get('count')],
  },
  'GET /api/allergy_reactions': {
    text: items(
      'select id, user_id, kind, is_occured, description, confirmed_at, coalesce(confirmed_by = user_id, false) as is_self_reported, updated_at from allergy_reactions where user_id = $1 order by kind limit 1000',
    ),
    values: ofUser,
    without: ['confirmed_by'],
  },
  'GET /api/past_illnesses': {
    text: items(`select p.id, p.user_id, p.disease_id, p.diagnosed_on, p.recovered_on, p.detail, p.created_at, p.updated_at, ${disease}
      from past_illnesses p join diseases d on d.id = p.disease_id where p.user_id = $1 order by p.diagnosed_on desc nulls last, p.id desc limit 1000`),
    values: ofUser,
  },
  'GET /api/family_past_illnesses': {
    text: items(`select p.id, p.user_id, p.disease_id, p.relative, p.diagnosed_on, p.diagnosed_age, p.created_at, p.updated_at, ${disease}
      from family_past_illnesses p join diseases d on d.id = p.disease_id where p.user_id = $1 order by p.id limit 1000`),
    values: ofUser,
  },
  'GET /api/performed_operations': {
    text: items(
      'select id, user_id, name, operated_on, facility, detail, created_at, updated_at from performed_operations where user_id = $1 order by operated_on desc nulls last, id desc limit 1000',
    ),
    values: ofUser,
  },
  'GET /api/medicine_intakes': {
    text: items(`select i.id, i.user_id, i.medicine_id, i.name, i.strength, i.daily_volume, i.divided_times, i.timing, i.started_on, i.ended_on, i.memo, i.created_at, i.updated_at,
      case when m.id is not null then json_build_object('id', m.id, 'name', m.name, 'name_ja', m.name_ja, 'name_en', m.name_en, 'display_name', m.name_ja, 'class_name', m.class_name, 'dose_text', m.dose_text,
        'sort_number', m.sort_number) end as medicine from medicine_intakes i left join medicines m on m.id = i.medicine_id where i.user_id = $1 order by i.id limit 1000`),
    values: ofUser,
  },
  'GET /api/supplement_intakes': {
    text: items(`select i.id, i.user_id, i.supplement_id, i.name, i.started_on, i.ended_on, i.memo, i.created_at, i.updated_at,
      case when s.id is not null then json_build_object('id', s.id, 'name', s.name, 'name_ja', s.name_ja, 'display_name', s.name_ja, 'sort_number', s.sort_number) end as supplement
      from supplement_intakes i left join supplements s on s.id = i.supplement_id where i.user_id = $1 order by i.id limit 1000`),
    values: ofUser,
  },
  // the status is judged in code
  'GET /api/steps': {
    text: items('select id, user_id, measured_on, count, origin, updated_at from steps where user_id = $1 order by measured_on desc limit $2'),
    values: ({ query }) => [query.get('user_id'), query.get('count')],
    without: ['status'],
  },
  'GET /api/sleeps': {
    text: items('select id, user_id, started_at, ended_at, origin from sleeps where user_id = $1 order by started_at desc, id desc limit $2'),
    values: ({ query }) => [query.get('user_id'), query.get('limit')],
    without: ['is_nap'],
  },
  'GET /api/symptoms': {
    text: items(`select id, user_id, category_id, questionnaire_id, answered_at, value from (
        select s.*, row_number() over (partition by s.category_id order by s.answered_at desc) as place from symptoms s join symptom_categories c on c.id = s.category_id where s.user_id = $1 and c.name = any($2)) s
      where place <= $3 order by answered_at desc, id limit 8000`),
    values: ({ query }) => [query.get('user_id'), query.getAll('categories[]'), query.get('count')],
    without: ['status'],
  },
  'GET /api/health_records': {
    text: `select json_build_object('items', coalesce(json_agg(row_to_json(t)), '[]'), 'page', 1)
      from (select h.id, h.user_id, h.category_id, c.name as category, h.recorded_at, h.values, h.text, h.created_by, h.created_at, h.updated_at from health_records h join health_record_categories c on c.id = h.category_id
        where h.user_id = $1 order by h.recorded_at desc, h.id desc limit $2) t`,
    values: ({ query }) => [query.get('user_id'), query.get('limit')],
    without: ['next_page', 'total_count'],
  },
  // the week, the progress and the categories are added in code
  'GET /api/habit_goals': {
    text: items(`select g.id, g.user_id, coalesce(g.content, t.content_ja) as content, g.kind, g.template_id, g.achieved_on, g.days_per_week, g.paused_on, g.paused_until, g.created_at, g.updated_at
      from habit_goals g left join habit_goal_templates t on t.id = g.template_id where g.user_id = $1 order by g.achieved_on desc nulls first, g.created_at, g.id limit 1000`),
    values: ofUser,
    without: ['week', 'progress', 'categories'],
  },
  // the changes since the previous questionnaire are worked out in code
  'GET /api/questionnaires': {
    text: items(`select q.id, q.user_id, q.parts, q.answered_at, q.version, n.symptom_count, n.lifestyle_count, n.allergy_count, cardinality(q.yes_symptoms) as yes_count, q.created_at, q.updated_at
      from questionnaires q cross join lateral (select count(*) filter (where k like 'symptoms.%') as symptom_count, count(*) filter (where k like 'lifestyles.%') as lifestyle_count,
        count(*) filter (where k like 'allergy_reactions.%') as allergy_count from jsonb_object_keys(q.answers) k) n
      where q.user_id = $1 order by q.answered_at desc nulls first, q.id desc limit 1000`),
    values: ofUser,
    without: ['yes_count', 'new_symptoms', 'gone_symptoms'],
  },
  // without minutes, moves, video and participants, which are rows of other tables
  'GET /api/interviews': {
    text: items(`select i.id, i.interviewee_id, i.kind, i.name, i.conducted_at, i.ends_at, i.location, i.meeting_type, i.meeting_url, i.status, i.patient_summary, i.facility_id,
      case when f.id is not null then json_build_object('id', f.id, 'name', f.name, 'name_ja', f.name_ja, 'display_name', f.name_ja, 'access_text', f.access_text_ja, 'map_url', f.map_url, 'phone_number', f.phone_number) end as facility,
      i.included_in_plan, i.cancelled_at, i.cancel_reason, i.sequence, i.created_at, i.updated_at
      from interviews i left join facilities f on f.id = i.facility_id where i.interviewee_id = $1 order by i.conducted_at desc, i.id desc limit 1000`),
    values: ({ query }) => [query.get('interviewee_id')],
    without: ['auto_minutes', 'moves', 'video', 'participants', 'interviewee'],
  },
  'GET /api/kartes': {
    text: `select json_build_object('items', coalesce(json_agg(row_to_json(t)), '[]'), 'page', 1)
      from (select k.id, k.user_id, k.author_id, ${person('a')} as author, k.interview_id, k.memo, k.created_at, k.updated_at,
        (select greatest(count(*), 1) from karte_versions v where v.karte_id = k.id) as version_count
        from (select * from kartes where user_id = $1 and deleted_at is null order by created_at desc, id desc limit 25) k join users a on a.id = k.author_id order by k.created_at desc, k.id desc) t`,
    values: ofUser,
    // URLs of images are signed in code, and an ideal server would cache the count
    without: ['images', 'next_page', 'total_count', 'user'],
  },
  'GET /api/tasks': {
    text: `select json_build_object('items', coalesce(json_agg(row_to_json(t)), '[]'), 'page', 1)
      from (select t.id, t.user_id, ${person('u')} as user, t.content, t.due_on, t.assignee_id, ${person('a')} as assignee, t.interview_id, t.source, t.created_by, t.done_at, t.done_by, t.created_at, t.updated_at
        from (select * from tasks where user_id = $1 and assignee_id = $2 order by id desc limit 25) t join users u on u.id = t.user_id join users a on a.id = t.assignee_id order by t.id desc) t`,
    values: ({ query, caller }) => [query.get('user_id'), caller.id],
    without: ['next_page', 'total_count', 'message'],
  },
}
