-- Duties of an administrator's identity where an installation separates them; null: nobody chose (catalogue/access/duties.ts).
alter table identity add column duties text[];
