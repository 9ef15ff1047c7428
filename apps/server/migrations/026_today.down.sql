drop index message_rooms_waiting;
drop table today_reviews, today_items;
