-- From entry to leaving a person belongs to exactly one institution; two at once, also in the past, are refused here, whoever writes. Days are
-- inclusive. The index that allowed one open membership only is part of this.
create extension if not exists btree_gist;
-- Where the last day of one was written as the first day of the next, the next one has it.
update membership m
set to_on = n.from_on - 1
from membership n
where m.kind = 'personnel' and n.kind = 'personnel' and n.teacher_id = m.teacher_id and n.from_on > m.from_on and m.to_on >= n.from_on;
alter table membership
  add constraint membership_days check (to_on is null or to_on >= from_on),
  add constraint membership_one_personnel_a_day
    exclude using gist (teacher_id with =, daterange(from_on, to_on, '[]') with &&) where (kind = 'personnel');
drop index membership_one_personnel;
