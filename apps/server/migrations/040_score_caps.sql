-- migrate:up
-- The findings that lowered the rank of a score below what its points give.
alter table health_scores add column caps jsonb not null default '[]';
-- the nightly job computes the current scores again
update health_scores s set stale_on = date '2000-01-01'
  where point is not null and not exists (
    select from health_scores n where n.user_id = s.user_id and n.category_id = s.category_id and n.calculated_on > s.calculated_on);

-- migrate:down
alter table health_scores drop column caps;
