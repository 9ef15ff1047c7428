-- migrate:up
-- `retired_at` is the end of a range's validity, exclusive. Results keep the range that judged them.
alter table reference_ranges
  add column source text not null default '',
  add column is_edited boolean not null default false,
  add column updated_at timestamptz(3) not null default now(),
  add check (age_max is null or age_min <= age_max),
  add check (valid_from is null or retired_at is null or valid_from < retired_at),
  -- ranges of one value for category and sex, so that GiST needs no extension
  add constraint reference_ranges_overlap exclude using gist (
    int8range(category_id, category_id, '[]') with &&,
    int4range(case sex when 'male' then 1 when 'female' then 2 else 0 end, case sex when 'male' then 1 when 'female' then 2 else 0 end, '[]') with &&,
    int4range(age_min, age_max, '[]') with &&,
    tstzrange(valid_from, retired_at) with &&
  );
update reference_ranges r set source = c.source from result_categories c where c.id = r.category_id;

-- migrate:down
alter table reference_ranges
  drop constraint reference_ranges_overlap,
  drop constraint reference_ranges_check,
  drop constraint reference_ranges_check1,
  drop column source, drop column is_edited, drop column updated_at;
