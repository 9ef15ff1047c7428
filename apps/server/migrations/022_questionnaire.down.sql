drop table data_entry_requests;
drop index lifestyles_questionnaire;
drop index symptoms_questionnaire;
alter table lifestyles drop constraint lifestyles_questionnaire_id_fkey;
alter table symptoms drop constraint symptoms_questionnaire_id_fkey;
drop table questionnaires;
alter table symptom_categories drop column options;
alter table lifestyle_categories drop column range;
