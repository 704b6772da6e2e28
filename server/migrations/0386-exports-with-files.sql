-- A list may be taken out with the files of its records (second look, part P).
alter table export drop constraint export_format_check;
alter table export add constraint export_format_check check (format in ('xlsx', 'csv', 'zip'));
