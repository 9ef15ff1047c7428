-- migrate:up
-- The background job judges all results of these patients again. Not a mark on results (`is_judged`): during an update a server of an earlier version would judge
-- those without rounding or deriving them.
alter table patients add column judge_again boolean not null default false;
create index patients_judge_again on patients (user_id) where judge_again;

-- migrate:down
alter table patients drop column judge_again;
