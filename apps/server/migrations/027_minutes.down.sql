drop table minutes_action_items, interview_minutes;
