drop table habit_goal_categories;
-- What had no words of its own keeps the Japanese ones.
update habit_goals g set content = t.content_ja from habit_goal_templates t where g.content is null and t.id = g.template_id;
alter table habit_goals
  drop constraint habit_goals_words,
  alter column content set not null,
  drop column template_id;
drop table assessment_reasons;
drop index assessments_open;
drop index assessments_user;
create index assessments_user on assessments (user_id);
drop index diseases_name;
drop index diseases_name_local;
update diseases set danger_level = 1 where danger_level is null;
alter table diseases
  drop column name_kana,
  drop column name_search,
  alter column danger_level set not null;
drop table symptom_categories;
