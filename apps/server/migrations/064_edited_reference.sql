-- migrate:up
-- Reference data that administrators edit. `is_active`: offered for new records; what records refer to stays.
alter table diseases
  add column also text[] not null default '{}',
  add column is_active boolean not null default true,
  add column is_edited boolean not null default false,
  add column updated_at timestamptz(3) not null default now();
alter table emoticons
  add column is_active boolean not null default true,
  add column is_edited boolean not null default false,
  add column updated_at timestamptz(3) not null default now();
alter table habit_goal_templates
  add column content_kana text not null default '',
  add column also text[] not null default '{}',
  add column is_active boolean not null default true,
  add column is_edited boolean not null default false,
  add column updated_at timestamptz(3) not null default now();
alter table health_record_categories
  add column is_active boolean not null default true,
  add column is_edited boolean not null default false,
  add column updated_at timestamptz(3) not null default now();
alter table result_categories
  add column is_active boolean not null default true,
  add column is_edited boolean not null default false,
  add column updated_at timestamptz(3) not null default now();
-- the next start fills `also` and `content_kana`
delete from reference_versions where name in ('diseases', 'templates');

-- migrate:down
alter table result_categories drop column is_active, drop column is_edited, drop column updated_at;
alter table health_record_categories drop column is_active, drop column is_edited, drop column updated_at;
alter table habit_goal_templates
  drop column content_kana, drop column also, drop column is_active, drop column is_edited, drop column updated_at;
alter table emoticons drop column is_active, drop column is_edited, drop column updated_at;
alter table diseases drop column also, drop column is_active, drop column is_edited, drop column updated_at;
