-- migrate:up
-- What the provider of a checkup judged, in its own words (A to E, 要精密検査): {name, text, is_overall} for each column of its file.
alter table test_packages add column provider_judgements jsonb not null default '[]';
-- Judgements of the checkup before this row was written, to take the import back; null if the row wrote none.
alter table import_rows add column judgements_before jsonb;

-- migrate:down
alter table import_rows drop column judgements_before;
alter table test_packages drop column provider_judgements;
-- headers that were remembered as judgements have no meaning in the old schema
delete from import_mappings where field in ('overall_judgement', 'judgement');
