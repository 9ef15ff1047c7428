drop table trusted_devices, sign_in_challenges, sessions, users;
