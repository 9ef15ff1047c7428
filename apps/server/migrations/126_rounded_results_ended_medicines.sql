-- migrate:up
-- The marks are set in a migration after that of the column, whose lock stops every request that reads patients.
-- Values stored before values were rounded to the decimals of their category were judged unrounded: the job rounds them. Labels, steps and limits of measurement
-- are not rounded, and derived values always were.
update patients p set judge_again = true where exists (
  select from test_results r join result_categories c on c.id = r.category_id
  where r.user_id = p.user_id and c.type = 0 and r.type = 0 and not r.is_derived and r.comparator is null and c.value_labels is null and c.steps is null
    and r.value <> round(r.value::numeric, c.decimals)::double precision);
-- results that earlier migrations marked
update patients p set judge_again = true from (select distinct user_id from test_results where not is_judged and type = 0) r where r.user_id = p.user_id;

-- Medicines and supplements that a FHIR import took as stopped or completed on an unknown day got no end, so that they counted as taken. The memo says so. They
-- end on the day of the import, unless somebody edited them since. Their version moves with that of the import, so that its undo still removes them.
create temporary table ended_intakes on commit drop as
  select w.import_id, w.table_name, w.row_id, m.user_id, to_char(i.created_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as ended_on
  from fhir_import_rows w join fhir_imports i on i.id = w.import_id
  join (
    select 'medicine_intakes' as table_name, id, user_id, started_on, ended_on, memo, updated_at from medicine_intakes
    union all
    select 'supplement_intakes', id, user_id, started_on, ended_on, memo, updated_at from supplement_intakes
  ) m on m.table_name = w.table_name and m.id = w.row_id and m.updated_at = w.written_at
  where m.ended_on is null and m.memo ~ '(^|\n)服用(終了|中止)（日付不明）$'
    and (m.started_on is null or m.started_on <= to_char(i.created_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD'));
update medicine_intakes m set ended_on = e.ended_on, updated_at = now() from ended_intakes e where e.table_name = 'medicine_intakes' and e.row_id = m.id;
update supplement_intakes m set ended_on = e.ended_on, updated_at = now() from ended_intakes e where e.table_name = 'supplement_intakes' and e.row_id = m.id;
update fhir_import_rows w set written_at = now() from ended_intakes e where e.import_id = w.import_id and e.table_name = w.table_name and e.row_id = w.row_id;
-- a low lipid value is healthy under treatment only
update patients p set judge_again = true from ended_intakes e where e.table_name = 'medicine_intakes' and p.user_id = e.user_id;

-- migrate:down
select 1;
