-- migrate:up
-- Labels of qualitative results and the only values of an eye chart.
alter table result_categories add column value_labels jsonb, add column steps jsonb;

-- A value beyond a limit of measurement keeps its sign.
alter table test_results add column comparator text check (comparator in ('<', '<=', '>=', '>'));

-- migrate:down
alter table test_results drop column comparator;
alter table result_categories drop column value_labels, drop column steps;
update reference_versions set hash = '' where name = 'numeric';
