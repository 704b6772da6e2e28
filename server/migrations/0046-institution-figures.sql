-- What institutions have by school year, drafted from the catalogue by `npm run generate`.

-- 核准岗位
create table rec_approved_post (
  owner_id integer not null,
  id uuid not null,
  version integer not null,
  institution_id integer,
  district_id integer,
  city_id integer,
  province_id integer,
  recorded_by integer not null,
  source text not null default 'portal',
  sort_key text collate "C" not null default '',
  applied_at timestamptz not null default now(),
  voided_at timestamptz,
  attachments uuid[] not null default '{}',
  school_year smallint,
  position_category text,
  position_grade text,
  posts integer,
  doc_no text,
  primary key (owner_id, id)
);
create unique index rec_approved_post_id on rec_approved_post (id, owner_id);
create index rec_approved_post_institution on rec_approved_post (institution_id, sort_key, id) where voided_at is null;
create index rec_approved_post_district on rec_approved_post (district_id, sort_key, id) where voided_at is null;
create index rec_approved_post_city on rec_approved_post (city_id, sort_key, id) where voided_at is null;
create index rec_approved_post_province on rec_approved_post (province_id, sort_key, id) where voided_at is null;

-- 核定编制
create table rec_staff_quota (
  owner_id integer not null,
  id uuid not null,
  version integer not null,
  institution_id integer,
  district_id integer,
  city_id integer,
  province_id integer,
  recorded_by integer not null,
  source text not null default 'portal',
  sort_key text collate "C" not null default '',
  applied_at timestamptz not null default now(),
  voided_at timestamptz,
  attachments uuid[] not null default '{}',
  school_year smallint,
  subject text,
  quota integer,
  doc_no text,
  primary key (owner_id, id)
);
create unique index rec_staff_quota_id on rec_staff_quota (id, owner_id);
create index rec_staff_quota_institution on rec_staff_quota (institution_id, sort_key, id) where voided_at is null;
create index rec_staff_quota_district on rec_staff_quota (district_id, sort_key, id) where voided_at is null;
create index rec_staff_quota_city on rec_staff_quota (city_id, sort_key, id) where voided_at is null;
create index rec_staff_quota_province on rec_staff_quota (province_id, sort_key, id) where voided_at is null;

-- 学生与班级
create table rec_student_numbers (
  owner_id integer not null,
  id uuid not null,
  version integer not null,
  institution_id integer,
  district_id integer,
  city_id integer,
  province_id integer,
  recorded_by integer not null,
  source text not null default 'portal',
  sort_key text collate "C" not null default '',
  applied_at timestamptz not null default now(),
  voided_at timestamptz,
  attachments uuid[] not null default '{}',
  school_year smallint,
  school_stage text,
  students integer,
  classes integer,
  primary key (owner_id, id)
);
create unique index rec_student_numbers_id on rec_student_numbers (id, owner_id);
create index rec_student_numbers_institution on rec_student_numbers (institution_id, sort_key, id) where voided_at is null;
create index rec_student_numbers_district on rec_student_numbers (district_id, sort_key, id) where voided_at is null;
create index rec_student_numbers_city on rec_student_numbers (city_id, sort_key, id) where voided_at is null;
create index rec_student_numbers_province on rec_student_numbers (province_id, sort_key, id) where voided_at is null;

-- The school that runs a teaching point.
alter table institution add column central_school integer references institution (id);
