drop table habit_goals, habit_goal_templates, assessments, diseases, lifestyle_categories, allergy_reactions;
