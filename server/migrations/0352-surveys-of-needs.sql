-- A survey that asks what training is needed says for which year it plans, and which of its questions names the need.
alter table survey_asker add column need_year smallint, add column need_question text;
alter table survey_asker add constraint survey_asker_need check ((need_year is null) = (need_question is null));
create index survey_asker_need on survey_asker (need_year, institution_id) where need_year is not null;
