-- People are found by every reading of their names (docs/decisions/0137). `name_forms` holds the form in which names are compared,
-- the name that it was made of, and the lexemes: letters, readings, initials. The program fills it (users.name-forms), also where an
-- older version wrote a name without it; until then the usual reading finds the row.
alter table person add column name_forms text[];
alter table teacher add column name_forms text[];

create function names_found(name text, name_sort text, name_forms text[], city_id int) returns tsvector
language sql immutable parallel safe as $$
  select array_to_tsvector(array_remove(array_remove(
    case when name_forms[2] = name then name_forms
      else string_to_array(name, null) || array[
        replace(split_part(name_sort, '|', 1), ' ', ''),
        replace(substr(split_part(name_sort, '|', 1), strpos(name_sort, ' ') + 1), ' ', ''),
        split_part(name_sort, '|', 2)]
    end || ('#' || city_id::text), null), ''))
$$;

-- A table brings hundreds of names at once, of some twenty lexemes each. A search reads at most 256 kB of entries that wait to be sorted in.
create index teacher_found on teacher using gin (names_found(name, name_sort, name_forms, city_id))
  with (fastupdate = on, gin_pending_list_limit = 256);
create index person_found on person using gin (names_found(name, name_sort, name_forms, null))
  with (fastupdate = on, gin_pending_list_limit = 256);
-- Only the version before this one still reads it.
alter index teacher_tokens set (fastupdate = on, gin_pending_list_limit = 256);
create index teacher_without_forms on teacher (id) where name_forms is null or name_forms[2] is distinct from name;
create index person_without_forms on person (id) where name_forms is null or name_forms[2] is distinct from name;

-- Namesakes whose names are written in other shapes, for data quality and enrolment.
create index teacher_name_key on teacher ((coalesce(name_forms[1], name)), name);
