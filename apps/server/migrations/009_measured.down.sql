drop table sleeps, steps, symptoms, lifestyles;
alter table lifestyle_categories drop column options, drop column rule, drop column line_chart, drop column question_ja, drop column question_en, drop column question_kr;
drop index test_results_import, test_results_once;
alter table test_results
  drop constraint test_results_entered,
  drop column status, drop column range_id, drop column is_serious, drop column is_derived, drop column entered_value,
  drop column entered_unit, drop column import_id, drop column updated_at;
delete from reference_ranges where retired_at is not null;
alter table reference_ranges drop column retired_at;
