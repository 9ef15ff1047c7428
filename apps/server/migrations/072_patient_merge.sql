-- migrate:up
-- A duplicate that was merged into another patient: hidden from lists, without sign-in. Its remaining rows wait for an undo.
alter table patients add column merged_into bigint references users (id) on delete set null check (merged_into <> user_id);
create index patients_merged on patients (merged_into) where merged_into is not null;

create table patient_merges (
  id bigint generated always as identity primary key,
  kept_id bigint not null references users (id) on delete cascade,
  duplicate_id bigint not null references users (id) on delete cascade,
  reason text not null check (char_length(reason) between 1 and 500),
  -- fields of the profile that were taken from the duplicate
  taken text[] not null,
  -- rows by table: moved, and left with the duplicate because they conflict with a row of the kept patient
  moved jsonb not null default '[]',
  stayed jsonb not null default '[]',
  merged_by bigint not null references users (id),
  merged_at timestamptz(3) not null default now(),
  undo_until timestamptz(3) not null,
  undone_by bigint references users (id),
  undone_at timestamptz(3),
  check (kept_id <> duplicate_id)
);
create unique index patient_merges_open on patient_merges (duplicate_id) where undone_at is null;
create index patient_merges_kept on patient_merges (kept_id);
call audit_table('patient_merges');

-- Primary keys of the moved rows, and the columns in which the duplicate was replaced. Deleted when the merge can no longer be undone.
create table patient_merge_rows (
  id bigint generated always as identity primary key,
  merge_id bigint not null references patient_merges (id) on delete cascade,
  table_name text not null,
  columns text[] not null,
  keys jsonb not null
);
create index patient_merge_rows_merge on patient_merge_rows (merge_id);

-- Rows that were changed (with key and changed columns) or removed (`after` is null).
create table patient_merge_changes (
  id bigint generated always as identity primary key,
  merge_id bigint not null references patient_merges (id) on delete cascade,
  table_name text not null,
  before jsonb not null,
  after jsonb
);
create index patient_merge_changes_merge on patient_merge_changes (merge_id);

-- Two patients who look like duplicates and are not.
create table distinct_patients (
  first_id bigint not null references users (id) on delete cascade,
  second_id bigint not null references users (id) on delete cascade,
  decided_by bigint not null references users (id),
  decided_at timestamptz(3) not null default now(),
  primary key (first_id, second_id),
  check (first_id < second_id)
);
call audit_table('distinct_patients');

-- Patients of the same name in kana and birthday.
create index users_same_person on users (kana_key, birthday, id) where role = 'patient' and kana_key <> '' and birthday is not null;

-- migrate:down
drop index users_same_person;
drop table distinct_patients, patient_merge_changes, patient_merge_rows, patient_merges;
alter table patients drop column merged_into;
