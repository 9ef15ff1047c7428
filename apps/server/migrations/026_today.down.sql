drop index interviews_conducted_at, message_rooms_waiting;
drop table today_reviews, today_items;
