drop table supplement_intakes, medicine_intakes, supplements, medicines, performed_operations, family_past_illnesses, past_illnesses;
alter table allergy_reactions drop column updated_at;
-- Loaded again where the migration is run again.
delete from reference_versions where name in ('medicines', 'supplements');
