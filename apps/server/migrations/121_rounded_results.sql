-- migrate:up
-- Values stored before values were rounded to the decimals of their category were judged unrounded: the background job rounds them and judges them again.
-- Labels, steps and limits of measurement are not rounded, and derived values always were.
update test_results r set is_judged = false from result_categories c
  where c.id = r.category_id and c.type = 0 and r.type = 0 and not r.is_derived and r.comparator is null and c.value_labels is null and c.steps is null
    and r.value <> round(r.value::numeric, c.decimals)::double precision;

-- migrate:down
select 1;
