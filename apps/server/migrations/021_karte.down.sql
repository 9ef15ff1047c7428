drop table karte_templates;
delete from files where owner = 'karte';
drop table karte_images;
drop table karte_drafts;
drop sequence karte_draft_version;
drop table karte_versions;
drop index kartes_grams;
alter table kartes drop constraint kartes_memo, drop column memo_search;
drop function char_bigrams;
