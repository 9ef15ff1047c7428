-- migrate:up
-- What the reader of an image wants to be done next and until when; the board lists it before the day.
alter table test_results
  add column follow_up_kind text check (follow_up_kind in ('retest', 'closer_look', 'referral')),
  add column follow_up_on date,
  add column is_follow_up_done boolean not null default false,
  add check ((follow_up_kind is null) = (follow_up_on is null));
alter table today_items drop constraint today_items_section_check,
  add constraint today_items_section_check check (section in ('newly_abnormal', 'worsened', 'waiting_release', 'image_follow_up', 'checkup_overdue', 'no_data', 'doing_well'));
alter table today_reviews drop constraint today_reviews_section_check,
  add constraint today_reviews_section_check check (section in ('newly_abnormal', 'worsened', 'waiting_release', 'needs_reply', 'interviews_today', 'image_follow_up', 'checkup_overdue', 'no_data', 'doing_well'));
-- rows are derived; the job writes them again
delete from today_items;

-- migrate:down
delete from today_reviews where section = 'image_follow_up';
delete from today_items where section = 'image_follow_up';
alter table today_reviews drop constraint today_reviews_section_check,
  add constraint today_reviews_section_check check (section in ('newly_abnormal', 'worsened', 'waiting_release', 'needs_reply', 'interviews_today', 'checkup_overdue', 'no_data', 'doing_well'));
alter table today_items drop constraint today_items_section_check,
  add constraint today_items_section_check check (section in ('newly_abnormal', 'worsened', 'waiting_release', 'checkup_overdue', 'no_data', 'doing_well'));
alter table test_results drop column follow_up_kind, drop column follow_up_on, drop column is_follow_up_done;
