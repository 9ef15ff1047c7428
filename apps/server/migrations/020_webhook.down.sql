drop table webhook_receipts;
