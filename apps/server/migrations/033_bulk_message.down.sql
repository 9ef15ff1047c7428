drop table bulk_recipients, bulk_messages, canned_replies;
