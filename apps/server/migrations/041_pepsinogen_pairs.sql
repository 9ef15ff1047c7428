-- migrate:up
-- Pepsinogen I and the I/II ratio are judged together; the background job judges earlier results again.
update test_results set is_judged = false from result_categories c
  where c.id = test_results.category_id and c.name in ('pepsinogen_i', 'pepsinogen_ratio') and test_results.status <> 0;

-- migrate:down
select 1;
