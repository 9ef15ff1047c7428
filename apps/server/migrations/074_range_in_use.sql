-- migrate:up
-- For the check whether a category or a reference range is in use, before it is changed.
create index test_results_category on test_results (category_id);
create index test_results_range on test_results (range_id) where range_id is not null;

-- migrate:down
drop index test_results_category, test_results_range;
