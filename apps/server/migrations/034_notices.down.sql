drop table notice_letters, push_subscriptions, notification_settings, user_unread_records;
drop index notifications_user, notifications_unchecked, notifications_record, notifications_untold, notifications_unpushed;
alter table notifications drop column pushed_at, drop column untold_since;
create index notifications_user on notifications (user_id, id desc);
create index notifications_untold on notifications (updated_at) where checked_at is null and told_at is null;
