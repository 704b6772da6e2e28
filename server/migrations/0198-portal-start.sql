-- How far the portal as a whole has been put into use. One row: existing installations are open to visitors; the first start of an empty one closes it
-- (docs/decisions/0154).
create table portal_start (
  only_row boolean primary key default true check (only_row),
  opened boolean not null default true,
  -- Steps of 从这里开始 that an administrator does without for now.
  put_off text[] not null default '{}'
);
insert into portal_start default values;
select grant_application_rights();
