drop table booked_slots, checkup_offers, checkup_waitlist, plan_uses, suggested_datetimes;
alter table test_packages
  drop constraint test_packages_facility,
  drop column course,
  drop column options,
  drop column cancelled_at,
  drop column cancel_reason,
  drop column sequence;
drop index if exists test_packages_facility;
