drop table health_records, health_record_categories;
drop index sleeps_end, lifestyles_time;
alter table symptom_categories drop column name_search;
alter table lifestyle_categories drop column name_search;
