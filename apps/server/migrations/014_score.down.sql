drop table habit_goal_days;
alter table habit_goal_categories drop column target;
alter table habit_goals drop constraint habit_goals_pause, drop column days_per_week, drop column paused_on, drop column paused_until;
alter table habit_goal_templates drop column days_per_week;
drop table health_scores, health_score_categories;
