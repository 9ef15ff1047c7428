drop table contracts, plans, services, care_people, patients;
