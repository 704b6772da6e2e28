-- Teachers are found by letters of the name, by the beginning of its pinyin, of the given name's pinyin or of the initials
-- (docs/decisions/0034): each is a lexeme. The city stands beside them, so that a city's search reads its own teachers only.
alter table teacher add column name_tokens tsvector generated always as (array_to_tsvector(array_remove(
  string_to_array(name, null)
  || array[
    replace(split_part(name_sort, '|', 1), ' ', ''),
    replace(substr(split_part(name_sort, '|', 1), strpos(name_sort, ' ') + 1), ' ', ''),
    split_part(name_sort, '|', 2),
    '#' || coalesce(city_id::text, '')
  ], ''))) stored;
-- Without a list of pending entries, which every search would read as a whole; a teacher is seldom renamed.
create index teacher_tokens on teacher using gin (name_tokens) with (fastupdate = off);

-- What was sent back, of each scope: counted on home pages and listed in its queue. Few rows are ever in it.
create index revision_returned_district on revision (district_id, type, decided_at desc)
  where replaced_at is null and state in ('returned', 'rejected');
create index revision_returned_city on revision (city_id, type, decided_at desc)
  where replaced_at is null and state in ('returned', 'rejected');
create index revision_returned_province on revision (province_id, type, decided_at desc)
  where replaced_at is null and state in ('returned', 'rejected');
