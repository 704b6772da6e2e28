-- Every few minutes a job asks which errata are new; revisions and first versions are the many.
create index question_version_erratum on question_version (created_at) where change = 'erratum';
