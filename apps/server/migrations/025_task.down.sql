drop table tasks;
