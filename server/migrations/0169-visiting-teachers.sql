-- A school lists who teaches there for a time and belongs elsewhere.
create index membership_teaching on membership (institution_id, to_on) where kind = 'teaching';
