-- What a case of any process wrote into an archive, to take it back: declarations, closed projects, awards.
alter table declaration_result rename to case_result;
alter index declaration_result_pkey rename to case_result_pkey;
alter index declaration_result_institution rename to case_result_institution;
