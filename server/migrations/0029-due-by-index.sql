-- What runs out soon is found by its day, and looked through in that order, batch by batch (features/reminders).
create index rec_employment_contract_end_date on rec_employment_contract (end_date, id) where voided_at is null;
create index rec_periodic_registration_valid_until on rec_periodic_registration (valid_until, id) where voided_at is null;
create index rec_skill_certificate_valid_until on rec_skill_certificate (valid_until, id) where voided_at is null;
