-- migrate:up
-- queries are searched with がん in place of 癌, so names must be too
update diseases set name_search = replace(name_search, '癌', 'がん') where name_search like '%癌%';

-- migrate:down
-- both spellings are found by the previous version only if the name has them: nothing is undone
select 1;
