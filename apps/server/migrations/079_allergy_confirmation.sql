-- migrate:up
-- When it was last said whether the allergy occurred, because "none" is only as reliable as its date, and who recorded it. Null: not known, as for
-- earlier rows and imports.
alter table allergy_reactions
  add column confirmed_at timestamptz(3) not null default now(),
  add column confirmed_by bigint references users (id);
create index allergy_reactions_confirmed_by on allergy_reactions (confirmed_by);
update allergy_reactions set confirmed_at = updated_at;

-- migrate:down
alter table allergy_reactions drop column confirmed_at, drop column confirmed_by;
