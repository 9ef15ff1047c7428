drop table message_reminders, message_unreads, message_mentions, messages, message_rooms;
