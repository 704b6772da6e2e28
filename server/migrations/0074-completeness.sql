-- How complete each archive in force is, kept where it is examined, so that figures count it. `change_no` and `changed_at` move
-- only when the share does: whoever follows reads nothing for archives that were looked at and found the same.
create sequence quality_check_change;
alter table quality_check
  add column percent smallint,
  add column change_no bigint,
  add column changed_at timestamptz;
create index quality_check_changed on quality_check (change_no) where change_no is not null;
-- Every archive is examined anew.
update quality_check set checked_at = checked_at - interval '1 day';
