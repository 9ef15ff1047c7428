alter table test_packages drop column released_by, drop column comment, drop column called_on;
drop index test_results_unjudged;
alter table test_results drop column is_judged;
alter table reference_ranges drop column valid_from;
