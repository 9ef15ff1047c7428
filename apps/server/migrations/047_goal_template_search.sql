-- migrate:up
-- Folded texts, readings and synonyms of goal templates for the search.
alter table habit_goal_templates add column content_search text not null default '';

-- migrate:down
alter table habit_goal_templates drop column content_search;
update reference_versions set hash = '' where name = 'templates';
