-- Drafted from the catalogue by `npm run generate`. Read it before you commit it.

-- 基本信息
create table rec_basic_info (
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
  name text,
  former_name text,
  gender text,
  staff_no text,
  nationality text,
  id_card_type text,
  id_card_no text,
  birth_date date,
  native_place text,
  birth_place text,
  ethnicity text,
  political_status text[],
  party_join_date text,
  marital_status text,
  health_status text,
  hmt_status text,
  household_type text,
  staff_category text,
  staffing_category text,
  in_establishment boolean,
  employ_form text,
  contract_kind text,
  teacher_source text,
  work_start_month text,
  teach_start_month text,
  org_entry_month text,
  school_stage text,
  main_subject text,
  post_occupation text,
  highest_education text,
  highest_education_school text,
  highest_degree_level text,
  highest_degree text,
  is_normal_graduate boolean,
  is_preschool_graduate boolean,
  has_special_ed_training boolean,
  has_special_ed_certificate boolean,
  it_capability text,
  public_funded_normal text,
  grassroots_service text,
  grassroots_start_month text,
  grassroots_end_month text,
  is_special_grade_teacher boolean,
  is_backbone_teacher boolean,
  is_mental_health_teacher boolean,
  is_dual_qualified boolean,
  photo uuid,
  primary key (owner_id, id)
);
create unique index rec_basic_info_id on rec_basic_info (id, owner_id);
create index rec_basic_info_institution on rec_basic_info (institution_id, sort_key, id) where voided_at is null;
create index rec_basic_info_district on rec_basic_info (district_id, sort_key, id) where voided_at is null;
create index rec_basic_info_city on rec_basic_info (city_id, sort_key, id) where voided_at is null;
create index rec_basic_info_province on rec_basic_info (province_id, sort_key, id) where voided_at is null;
create unique index rec_basic_info_single on rec_basic_info (owner_id) where voided_at is null;

-- 联系方式
create table rec_contact_info (
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
  mobile text,
  email text,
  office_tel text,
  address text,
  postcode text,
  qq text,
  wechat text,
  emergency_contact text,
  emergency_relation text,
  emergency_phone text,
  primary key (owner_id, id)
);
create unique index rec_contact_info_id on rec_contact_info (id, owner_id);
create index rec_contact_info_institution on rec_contact_info (institution_id, sort_key, id) where voided_at is null;
create index rec_contact_info_district on rec_contact_info (district_id, sort_key, id) where voided_at is null;
create index rec_contact_info_city on rec_contact_info (city_id, sort_key, id) where voided_at is null;
create index rec_contact_info_province on rec_contact_info (province_id, sort_key, id) where voided_at is null;
create unique index rec_contact_info_single on rec_contact_info (owner_id) where voided_at is null;

-- 基本待遇
create table rec_salary (
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
  year smallint,
  annual_income numeric(14, 2),
  base_salary numeric(14, 2),
  performance_salary numeric(14, 2),
  rural_subsidy numeric(14, 2),
  other_subsidy numeric(14, 2),
  other_income numeric(14, 2),
  insurance text[],
  salary_grade text,
  remark text,
  primary key (owner_id, id)
);
create unique index rec_salary_id on rec_salary (id, owner_id);
create index rec_salary_institution on rec_salary (institution_id, sort_key, id) where voided_at is null;
create index rec_salary_district on rec_salary (district_id, sort_key, id) where voided_at is null;
create index rec_salary_city on rec_salary (city_id, sort_key, id) where voided_at is null;
create index rec_salary_province on rec_salary (province_id, sort_key, id) where voided_at is null;

-- 学习经历
create table rec_study_experience (
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
  education_level text,
  education_country text,
  education_school text,
  major text,
  is_normal_major boolean,
  start_month text,
  end_month text,
  study_mode text,
  study_unit_type text,
  education_cert_no text,
  degree_level text,
  degree text,
  degree_type text,
  degree_country text,
  degree_school text,
  degree_month text,
  degree_cert_no text,
  is_first_education boolean,
  is_highest_education boolean,
  primary key (owner_id, id)
);
create unique index rec_study_experience_id on rec_study_experience (id, owner_id);
create index rec_study_experience_institution on rec_study_experience (institution_id, sort_key, id) where voided_at is null;
create index rec_study_experience_district on rec_study_experience (district_id, sort_key, id) where voided_at is null;
create index rec_study_experience_city on rec_study_experience (city_id, sort_key, id) where voided_at is null;
create index rec_study_experience_province on rec_study_experience (province_id, sort_key, id) where voided_at is null;

-- 科组
create table rec_subject_group (
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
  name text,
  group_kind text,
  school_stage text,
  subject text,
  leader integer,
  deputies integer[],
  members integer[],
  found_month text,
  introduction text,
  sort_no integer,
  enabled boolean,
  primary key (owner_id, id)
);
create unique index rec_subject_group_id on rec_subject_group (id, owner_id);
create index rec_subject_group_institution on rec_subject_group (institution_id, sort_key, id) where voided_at is null;
create index rec_subject_group_district on rec_subject_group (district_id, sort_key, id) where voided_at is null;
create index rec_subject_group_city on rec_subject_group (city_id, sort_key, id) where voided_at is null;
create index rec_subject_group_province on rec_subject_group (province_id, sort_key, id) where voided_at is null;
