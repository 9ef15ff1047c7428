-- migrate:up
-- Totals stored before they had a day of expiry keep it empty while they are unchanged. Like the other scores, they expire 401 days after the day of the
-- first of the results that lower them.
update health_scores s set stale_on = c.stale_on
from (
  select l.id, min((cap ->> 'day')::date) + 401 as stale_on from health_scores l cross join jsonb_array_elements(l.caps) cap
  where l.stale_on is null and cap ->> 'finding' <> 'illness' group by l.id) c
where s.id = c.id;

-- migrate:down
-- the previous version stores totals without this day, but can use it: nothing is undone
select 1;
