-- Drafted from the catalogue by `npm run generate`. Read it before you commit it.

-- 年度考核
create table rec_annual_assessment (
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
  assess_year smallint,
  assess_result text,
  not_assessed_reason text,
  assess_unit text,
  assess_date date,
  duty text,
  self_summary text,
  comment text,
  primary key (owner_id, id)
);
create unique index rec_annual_assessment_id on rec_annual_assessment (id, owner_id);
create index rec_annual_assessment_institution on rec_annual_assessment (institution_id, sort_key, id) where voided_at is null;
create index rec_annual_assessment_district on rec_annual_assessment (district_id, sort_key, id) where voided_at is null;
create index rec_annual_assessment_city on rec_annual_assessment (city_id, sort_key, id) where voided_at is null;
create index rec_annual_assessment_province on rec_annual_assessment (province_id, sort_key, id) where voided_at is null;

-- 师德考核
create table rec_ethics_assessment (
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
  assess_year smallint,
  assess_month text,
  ethics_result text,
  assess_unit text,
  is_veto boolean,
  veto_reason text,
  comment text,
  primary key (owner_id, id)
);
create unique index rec_ethics_assessment_id on rec_ethics_assessment (id, owner_id);
create index rec_ethics_assessment_institution on rec_ethics_assessment (institution_id, sort_key, id) where voided_at is null;
create index rec_ethics_assessment_district on rec_ethics_assessment (district_id, sort_key, id) where voided_at is null;
create index rec_ethics_assessment_city on rec_ethics_assessment (city_id, sort_key, id) where voided_at is null;
create index rec_ethics_assessment_province on rec_ethics_assessment (province_id, sort_key, id) where voided_at is null;

-- 师德测评
create table rec_ethics_review (
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
  assess_year smallint,
  reviewer text,
  score numeric(14, 1),
  weight integer,
  participant_count integer,
  suggest_result text,
  self_statement text,
  comment text,
  primary key (owner_id, id)
);
create unique index rec_ethics_review_id on rec_ethics_review (id, owner_id);
create index rec_ethics_review_institution on rec_ethics_review (institution_id, sort_key, id) where voided_at is null;
create index rec_ethics_review_district on rec_ethics_review (district_id, sort_key, id) where voided_at is null;
create index rec_ethics_review_city on rec_ethics_review (city_id, sort_key, id) where voided_at is null;
create index rec_ethics_review_province on rec_ethics_review (province_id, sort_key, id) where voided_at is null;

-- 教师资格定期注册
create table rec_periodic_registration (
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
  registration_type text,
  qualification_id uuid,
  qualification_no text,
  apply_date date,
  register_date date,
  registration_conclusion text,
  valid_until date,
  reason text,
  register_unit text,
  teach_years integer,
  training_hours numeric(14, 1),
  primary key (owner_id, id)
);
create unique index rec_periodic_registration_id on rec_periodic_registration (id, owner_id);
create index rec_periodic_registration_institution on rec_periodic_registration (institution_id, sort_key, id) where voided_at is null;
create index rec_periodic_registration_district on rec_periodic_registration (district_id, sort_key, id) where voided_at is null;
create index rec_periodic_registration_city on rec_periodic_registration (city_id, sort_key, id) where voided_at is null;
create index rec_periodic_registration_province on rec_periodic_registration (province_id, sort_key, id) where voided_at is null;

-- 惩处记录
create table rec_punishment (
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
  punishment_kind text,
  punishment_reason text,
  occur_date date,
  description text,
  punish_unit text,
  punish_date date,
  doc_no text,
  influence_until date,
  revoke_date date,
  revoke_reason text,
  appeal text,
  primary key (owner_id, id)
);
create unique index rec_punishment_id on rec_punishment (id, owner_id);
create index rec_punishment_institution on rec_punishment (institution_id, sort_key, id) where voided_at is null;
create index rec_punishment_district on rec_punishment (district_id, sort_key, id) where voided_at is null;
create index rec_punishment_city on rec_punishment (city_id, sort_key, id) where voided_at is null;
create index rec_punishment_province on rec_punishment (province_id, sort_key, id) where voided_at is null;

-- 奖励与荣誉
create table rec_reward_honor (
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
  honor_title text,
  honor_name text,
  award_category text,
  admin_level text,
  award_rank text,
  award_way text,
  award_date date,
  award_unit text,
  doc_no text,
  certificate_no text,
  description text,
  primary key (owner_id, id)
);
create unique index rec_reward_honor_id on rec_reward_honor (id, owner_id);
create index rec_reward_honor_institution on rec_reward_honor (institution_id, sort_key, id) where voided_at is null;
create index rec_reward_honor_district on rec_reward_honor (district_id, sort_key, id) where voided_at is null;
create index rec_reward_honor_city on rec_reward_honor (city_id, sort_key, id) where voided_at is null;
create index rec_reward_honor_province on rec_reward_honor (province_id, sort_key, id) where voided_at is null;

-- 技能证书
create table rec_skill_certificate (
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
  certificate_type text,
  certificate_name text,
  skill_level text,
  certificate_no text,
  issue_date date,
  valid_until date,
  issuer text,
  primary key (owner_id, id)
);
create unique index rec_skill_certificate_id on rec_skill_certificate (id, owner_id);
create index rec_skill_certificate_institution on rec_skill_certificate (institution_id, sort_key, id) where voided_at is null;
create index rec_skill_certificate_district on rec_skill_certificate (district_id, sort_key, id) where voided_at is null;
create index rec_skill_certificate_city on rec_skill_certificate (city_id, sort_key, id) where voided_at is null;
create index rec_skill_certificate_province on rec_skill_certificate (province_id, sort_key, id) where voided_at is null;

-- 教师资格
create table rec_teacher_qualification (
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
  qualification_kind text,
  qualification_no text,
  subject text,
  issue_date date,
  issuer text,
  first_register_date date,
  first_register_result text,
  last_register_date date,
  last_register_result text,
  primary key (owner_id, id)
);
create unique index rec_teacher_qualification_id on rec_teacher_qualification (id, owner_id);
create index rec_teacher_qualification_institution on rec_teacher_qualification (institution_id, sort_key, id) where voided_at is null;
create index rec_teacher_qualification_district on rec_teacher_qualification (district_id, sort_key, id) where voided_at is null;
create index rec_teacher_qualification_city on rec_teacher_qualification (city_id, sort_key, id) where voided_at is null;
create index rec_teacher_qualification_province on rec_teacher_qualification (province_id, sort_key, id) where voided_at is null;
create index rec_teacher_qualification_everywhere on rec_teacher_qualification (qualification_no) where voided_at is null;

-- 职称评定
create table rec_title_certification (
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
  title_series text,
  professional_title text,
  title_level text,
  title_subject text,
  obtain_way text,
  obtain_date date,
  certificate_no text,
  issue_date date,
  review_unit text,
  doc_no text,
  is_highest boolean,
  primary key (owner_id, id)
);
create unique index rec_title_certification_id on rec_title_certification (id, owner_id);
create index rec_title_certification_institution on rec_title_certification (institution_id, sort_key, id) where voided_at is null;
create index rec_title_certification_district on rec_title_certification (district_id, sort_key, id) where voided_at is null;
create index rec_title_certification_city on rec_title_certification (city_id, sort_key, id) where voided_at is null;
create index rec_title_certification_province on rec_title_certification (province_id, sort_key, id) where voided_at is null;

-- 培训登记
create table rec_training_registration (
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
  training_year smallint,
  training_kind text,
  project_name text,
  organizer text,
  training_level text,
  training_way text,
  training_duration text,
  start_date date,
  end_date date,
  credit_kind text,
  credit_hours numeric(14, 1),
  credits numeric(14, 1),
  certificate_no text,
  primary key (owner_id, id)
);
create unique index rec_training_registration_id on rec_training_registration (id, owner_id);
create index rec_training_registration_institution on rec_training_registration (institution_id, sort_key, id) where voided_at is null;
create index rec_training_registration_district on rec_training_registration (district_id, sort_key, id) where voided_at is null;
create index rec_training_registration_city on rec_training_registration (city_id, sort_key, id) where voided_at is null;
create index rec_training_registration_province on rec_training_registration (province_id, sort_key, id) where voided_at is null;

-- 基本信息
alter table rec_basic_info add column position_category text;
alter table rec_basic_info add column position_grade text;
alter table rec_basic_info add column professional_title text;
alter table rec_basic_info add column title_level text;
alter table rec_basic_info add column is_class_teacher boolean;

-- 聘用合同
create table rec_employment_contract (
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
  contract_no text,
  contract_kind text,
  contract_term text,
  sign_date date,
  start_date date,
  end_date date,
  probation_end_date date,
  employer text,
  position_category text,
  agency_name text,
  termination_date date,
  termination_reason text,
  remark text,
  primary key (owner_id, id)
);
create unique index rec_employment_contract_id on rec_employment_contract (id, owner_id);
create index rec_employment_contract_institution on rec_employment_contract (institution_id, sort_key, id) where voided_at is null;
create index rec_employment_contract_district on rec_employment_contract (district_id, sort_key, id) where voided_at is null;
create index rec_employment_contract_city on rec_employment_contract (city_id, sort_key, id) where voided_at is null;
create index rec_employment_contract_province on rec_employment_contract (province_id, sort_key, id) where voided_at is null;

-- 家庭主要成员
create table rec_family_member (
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
  relation text,
  name text,
  birth_date text,
  political_status text,
  unit_and_duty text,
  is_teacher boolean,
  primary key (owner_id, id)
);
create unique index rec_family_member_id on rec_family_member (id, owner_id);
create index rec_family_member_institution on rec_family_member (institution_id, sort_key, id) where voided_at is null;
create index rec_family_member_district on rec_family_member (district_id, sort_key, id) where voided_at is null;
create index rec_family_member_city on rec_family_member (city_id, sort_key, id) where voided_at is null;
create index rec_family_member_province on rec_family_member (province_id, sort_key, id) where voided_at is null;

-- 语言能力
create table rec_language_ability (
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
  is_putonghua boolean,
  language text,
  proficiency text,
  putonghua_level text,
  putonghua_score numeric(14, 1),
  language_exam text,
  exam_score text,
  certificate_no text,
  issue_month text,
  issuer text,
  primary key (owner_id, id)
);
create unique index rec_language_ability_id on rec_language_ability (id, owner_id);
create index rec_language_ability_institution on rec_language_ability (institution_id, sort_key, id) where voided_at is null;
create index rec_language_ability_district on rec_language_ability (district_id, sort_key, id) where voided_at is null;
create index rec_language_ability_city on rec_language_ability (city_id, sort_key, id) where voided_at is null;
create index rec_language_ability_province on rec_language_ability (province_id, sort_key, id) where voided_at is null;

-- 其他信息
create table rec_other_info (
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
  category text,
  title text,
  occur_date date,
  content text,
  primary key (owner_id, id)
);
create unique index rec_other_info_id on rec_other_info (id, owner_id);
create index rec_other_info_institution on rec_other_info (institution_id, sort_key, id) where voided_at is null;
create index rec_other_info_district on rec_other_info (district_id, sort_key, id) where voided_at is null;
create index rec_other_info_city on rec_other_info (city_id, sort_key, id) where voided_at is null;
create index rec_other_info_province on rec_other_info (province_id, sort_key, id) where voided_at is null;

-- 海外研修（访学）
create table rec_overseas_study (
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
  overseas_kind text,
  start_date date,
  end_date date,
  country text,
  institution text,
  project_name text,
  organizer text,
  fund_kind text,
  content text,
  primary key (owner_id, id)
);
create unique index rec_overseas_study_id on rec_overseas_study (id, owner_id);
create index rec_overseas_study_institution on rec_overseas_study (institution_id, sort_key, id) where voided_at is null;
create index rec_overseas_study_district on rec_overseas_study (district_id, sort_key, id) where voided_at is null;
create index rec_overseas_study_city on rec_overseas_study (city_id, sort_key, id) where voided_at is null;
create index rec_overseas_study_province on rec_overseas_study (province_id, sort_key, id) where voided_at is null;

-- 岗位聘任
create table rec_post_appointment (
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
  position_category text,
  position_grade text,
  appoint_month text,
  appoint_end_month text,
  appoint_unit text,
  appoint_status text,
  is_concurrent boolean,
  concurrent_category text,
  concurrent_grade text,
  school_duty text,
  duty_category text,
  duty_start_month text,
  duty_doc_no text,
  department text,
  is_current boolean,
  primary key (owner_id, id)
);
create unique index rec_post_appointment_id on rec_post_appointment (id, owner_id);
create index rec_post_appointment_institution on rec_post_appointment (institution_id, sort_key, id) where voided_at is null;
create index rec_post_appointment_district on rec_post_appointment (district_id, sort_key, id) where voided_at is null;
create index rec_post_appointment_city on rec_post_appointment (city_id, sort_key, id) where voided_at is null;
create index rec_post_appointment_province on rec_post_appointment (province_id, sort_key, id) where voided_at is null;

-- 交流轮岗
create table rec_rotation (
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
  rotation_type text,
  teacher_flow text,
  transfer_personnel boolean,
  start_month text,
  end_month text,
  origin_unit text,
  target_unit text,
  target_urban_rural text,
  description text,
  primary key (owner_id, id)
);
create unique index rec_rotation_id on rec_rotation (id, owner_id);
create index rec_rotation_institution on rec_rotation (institution_id, sort_key, id) where voided_at is null;
create index rec_rotation_district on rec_rotation (district_id, sort_key, id) where voided_at is null;
create index rec_rotation_city on rec_rotation (city_id, sort_key, id) where voided_at is null;
create index rec_rotation_province on rec_rotation (province_id, sort_key, id) where voided_at is null;

-- 入选人才项目
create table rec_talent_project (
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
  talent_project text,
  custom_name text,
  talent_level text,
  selected_year smallint,
  selected_date date,
  issuer text,
  doc_no text,
  valid_until date,
  is_in_post boolean,
  primary key (owner_id, id)
);
create unique index rec_talent_project_id on rec_talent_project (id, owner_id);
create index rec_talent_project_institution on rec_talent_project (institution_id, sort_key, id) where voided_at is null;
create index rec_talent_project_district on rec_talent_project (district_id, sort_key, id) where voided_at is null;
create index rec_talent_project_city on rec_talent_project (city_id, sort_key, id) where voided_at is null;
create index rec_talent_project_province on rec_talent_project (province_id, sort_key, id) where voided_at is null;

-- 教育教学
create table rec_teaching_record (
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
  semester text,
  school_stage text,
  teaching_status text,
  teaching_status_note text,
  subject text[],
  grade text[],
  class_names text,
  class_type text,
  weekly_hours integer,
  zero_hours_reason text,
  other_weekly_hours integer,
  teaching_role text,
  concurrent_work text[],
  concurrent_work_name text,
  primary key (owner_id, id)
);
create unique index rec_teaching_record_id on rec_teaching_record (id, owner_id);
create index rec_teaching_record_institution on rec_teaching_record (institution_id, sort_key, id) where voided_at is null;
create index rec_teaching_record_district on rec_teaching_record (district_id, sort_key, id) where voided_at is null;
create index rec_teaching_record_city on rec_teaching_record (city_id, sort_key, id) where voided_at is null;
create index rec_teaching_record_province on rec_teaching_record (province_id, sort_key, id) where voided_at is null;

-- 专业技术职务聘任
create table rec_tech_position_appointment (
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
  title_series text,
  professional_title text,
  title_level text,
  appoint_month text,
  appoint_end_month text,
  appoint_unit text,
  appoint_status text,
  appoint_doc_no text,
  is_current boolean,
  primary key (owner_id, id)
);
create unique index rec_tech_position_appointment_id on rec_tech_position_appointment (id, owner_id);
create index rec_tech_position_appointment_institution on rec_tech_position_appointment (institution_id, sort_key, id) where voided_at is null;
create index rec_tech_position_appointment_district on rec_tech_position_appointment (district_id, sort_key, id) where voided_at is null;
create index rec_tech_position_appointment_city on rec_tech_position_appointment (city_id, sort_key, id) where voided_at is null;
create index rec_tech_position_appointment_province on rec_tech_position_appointment (province_id, sort_key, id) where voided_at is null;

-- 工作经历
create table rec_work_experience (
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
  unit_name text,
  start_month text,
  end_month text,
  unit_nature text,
  position text,
  is_teaching boolean,
  is_rural boolean,
  urban_rural text,
  witness text,
  witness_phone text,
  description text,
  primary key (owner_id, id)
);
create unique index rec_work_experience_id on rec_work_experience (id, owner_id);
create index rec_work_experience_institution on rec_work_experience (institution_id, sort_key, id) where voided_at is null;
create index rec_work_experience_district on rec_work_experience (district_id, sort_key, id) where voided_at is null;
create index rec_work_experience_city on rec_work_experience (city_id, sort_key, id) where voided_at is null;
create index rec_work_experience_province on rec_work_experience (province_id, sort_key, id) where voided_at is null;

-- 教学科研获奖
create table rec_achievement_award (
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
  award_name text,
  result_name text,
  award_category text,
  admin_level text,
  award_rank text,
  other_rank text,
  award_month text,
  award_position text,
  award_country text,
  award_unit text,
  certificate_no text,
  is_representative boolean,
  primary key (owner_id, id)
);
create unique index rec_achievement_award_id on rec_achievement_award (id, owner_id);
create index rec_achievement_award_institution on rec_achievement_award (institution_id, sort_key, id) where voided_at is null;
create index rec_achievement_award_district on rec_achievement_award (district_id, sort_key, id) where voided_at is null;
create index rec_achievement_award_city on rec_achievement_award (city_id, sort_key, id) where voided_at is null;
create index rec_achievement_award_province on rec_achievement_award (province_id, sort_key, id) where voided_at is null;

-- 教研活动
create table rec_activity_record (
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
  title text,
  activity_kind text,
  activity_mode text,
  admin_level text,
  activity_date date,
  place text,
  organizer text,
  member_role text,
  subject text,
  content text,
  speech_title text,
  primary key (owner_id, id)
);
create unique index rec_activity_record_id on rec_activity_record (id, owner_id);
create index rec_activity_record_institution on rec_activity_record (institution_id, sort_key, id) where voided_at is null;
create index rec_activity_record_district on rec_activity_record (district_id, sort_key, id) where voided_at is null;
create index rec_activity_record_city on rec_activity_record (city_id, sort_key, id) where voided_at is null;
create index rec_activity_record_province on rec_activity_record (province_id, sort_key, id) where voided_at is null;

-- 文艺作品
create table rec_artwork (
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
  title text,
  artwork_kind text,
  finish_date date,
  finish_place text,
  project_role text,
  description text,
  primary key (owner_id, id)
);
create unique index rec_artwork_id on rec_artwork (id, owner_id);
create index rec_artwork_institution on rec_artwork (institution_id, sort_key, id) where voided_at is null;
create index rec_artwork_district on rec_artwork (district_id, sort_key, id) where voided_at is null;
create index rec_artwork_city on rec_artwork (city_id, sort_key, id) where voided_at is null;
create index rec_artwork_province on rec_artwork (province_id, sort_key, id) where voided_at is null;

-- 教育工作
create table rec_education_work (
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
  semester text,
  work_kind text,
  class_name text,
  student_count integer,
  title text,
  content text,
  result text,
  primary key (owner_id, id)
);
create unique index rec_education_work_id on rec_education_work (id, owner_id);
create index rec_education_work_institution on rec_education_work (institution_id, sort_key, id) where voided_at is null;
create index rec_education_work_district on rec_education_work (district_id, sort_key, id) where voided_at is null;
create index rec_education_work_city on rec_education_work (city_id, sort_key, id) where voided_at is null;
create index rec_education_work_province on rec_education_work (province_id, sort_key, id) where voided_at is null;

-- 学习研修
create table rec_learning_record (
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
  title text,
  training_kind text,
  training_way text,
  training_level text,
  start_date date,
  end_date date,
  organizer text,
  credit_hours numeric(14, 1),
  credit_kind text,
  training_registration_id uuid,
  notes text,
  result text,
  primary key (owner_id, id)
);
create unique index rec_learning_record_id on rec_learning_record (id, owner_id);
create index rec_learning_record_institution on rec_learning_record (institution_id, sort_key, id) where voided_at is null;
create index rec_learning_record_district on rec_learning_record (district_id, sort_key, id) where voided_at is null;
create index rec_learning_record_city on rec_learning_record (city_id, sort_key, id) where voided_at is null;
create index rec_learning_record_province on rec_learning_record (province_id, sort_key, id) where voided_at is null;

-- 课程教学
create table rec_lesson_record (
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
  semester text,
  title text,
  lesson_kind text,
  subject text,
  grade text,
  lesson_date date,
  place text,
  teaching_mode text,
  admin_level text,
  organizer text,
  audience integer,
  design text,
  video_url text,
  reflection text,
  primary key (owner_id, id)
);
create unique index rec_lesson_record_id on rec_lesson_record (id, owner_id);
create index rec_lesson_record_institution on rec_lesson_record (institution_id, sort_key, id) where voided_at is null;
create index rec_lesson_record_district on rec_lesson_record (district_id, sort_key, id) where voided_at is null;
create index rec_lesson_record_city on rec_lesson_record (city_id, sort_key, id) where voided_at is null;
create index rec_lesson_record_province on rec_lesson_record (province_id, sort_key, id) where voided_at is null;

-- 论文
create table rec_paper (
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
  title text,
  paper_kind text,
  journal_name text,
  journal_level text,
  cn_no text,
  issn text,
  publish_month text,
  volume text,
  issue text,
  start_page integer,
  end_page integer,
  author_role text,
  author_count integer,
  all_authors text,
  index_kind text,
  award_rank text,
  award_level text,
  subject text,
  is_representative boolean,
  abstract text,
  primary key (owner_id, id)
);
create unique index rec_paper_id on rec_paper (id, owner_id);
create index rec_paper_institution on rec_paper (institution_id, sort_key, id) where voided_at is null;
create index rec_paper_district on rec_paper (district_id, sort_key, id) where voided_at is null;
create index rec_paper_city on rec_paper (city_id, sort_key, id) where voided_at is null;
create index rec_paper_province on rec_paper (province_id, sort_key, id) where voided_at is null;

-- 专利或软件著作权
create table rec_patent (
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
  title text,
  patent_kind text,
  patent_no text,
  approve_date date,
  project_role text,
  award_position text,
  primary key (owner_id, id)
);
create unique index rec_patent_id on rec_patent (id, owner_id);
create index rec_patent_institution on rec_patent (institution_id, sort_key, id) where voided_at is null;
create index rec_patent_district on rec_patent (district_id, sort_key, id) where voided_at is null;
create index rec_patent_city on rec_patent (city_id, sort_key, id) where voided_at is null;
create index rec_patent_province on rec_patent (province_id, sort_key, id) where voided_at is null;

-- 课题（项目）
create table rec_research_record (
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
  project_name text,
  project_level text,
  project_category text,
  project_kind text,
  project_source text,
  approval_no text,
  approval_unit text,
  start_month text,
  execution_status text,
  end_month text,
  closing_grade text,
  complete_form text,
  project_role text,
  award_position text,
  funding numeric(14, 2),
  is_representative boolean,
  primary key (owner_id, id)
);
create unique index rec_research_record_id on rec_research_record (id, owner_id);
create index rec_research_record_institution on rec_research_record (institution_id, sort_key, id) where voided_at is null;
create index rec_research_record_district on rec_research_record (district_id, sort_key, id) where voided_at is null;
create index rec_research_record_city on rec_research_record (city_id, sort_key, id) where voided_at is null;
create index rec_research_record_province on rec_research_record (province_id, sort_key, id) where voided_at is null;

-- 研究（咨询）报告
create table rec_research_report (
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
  title text,
  report_kind text,
  report_date date,
  client text,
  project_role text,
  adoption text,
  primary key (owner_id, id)
);
create unique index rec_research_report_id on rec_research_report (id, owner_id);
create index rec_research_report_institution on rec_research_report (institution_id, sort_key, id) where voided_at is null;
create index rec_research_report_district on rec_research_report (district_id, sort_key, id) where voided_at is null;
create index rec_research_report_city on rec_research_report (city_id, sort_key, id) where voided_at is null;
create index rec_research_report_province on rec_research_report (province_id, sort_key, id) where voided_at is null;

-- 资源共享
create table rec_shared_resource (
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
  title text,
  resource_kind text,
  school_stage text,
  subject text,
  grade text,
  textbook_edition text,
  share_scope text,
  description text,
  is_original boolean,
  source_note text,
  primary key (owner_id, id)
);
create unique index rec_shared_resource_id on rec_shared_resource (id, owner_id);
create index rec_shared_resource_institution on rec_shared_resource (institution_id, sort_key, id) where voided_at is null;
create index rec_shared_resource_district on rec_shared_resource (district_id, sort_key, id) where voided_at is null;
create index rec_shared_resource_city on rec_shared_resource (city_id, sort_key, id) where voided_at is null;
create index rec_shared_resource_province on rec_shared_resource (province_id, sort_key, id) where voided_at is null;

-- 工作总结
create table rec_work_summary (
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
  semester text,
  title text,
  summary_kind text,
  content text,
  self_evaluation text,
  primary key (owner_id, id)
);
create unique index rec_work_summary_id on rec_work_summary (id, owner_id);
create index rec_work_summary_institution on rec_work_summary (institution_id, sort_key, id) where voided_at is null;
create index rec_work_summary_district on rec_work_summary (district_id, sort_key, id) where voided_at is null;
create index rec_work_summary_city on rec_work_summary (city_id, sort_key, id) where voided_at is null;
create index rec_work_summary_province on rec_work_summary (province_id, sort_key, id) where voided_at is null;

-- 著作
create table rec_writing (
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
  title text,
  writing_kind text,
  publisher text,
  publisher_level text,
  isbn text,
  publish_month text,
  project_role text,
  total_words numeric(14, 1),
  own_words numeric(14, 1),
  is_representative boolean,
  primary key (owner_id, id)
);
create unique index rec_writing_id on rec_writing (id, owner_id);
create index rec_writing_institution on rec_writing (institution_id, sort_key, id) where voided_at is null;
create index rec_writing_district on rec_writing (district_id, sort_key, id) where voided_at is null;
create index rec_writing_city on rec_writing (city_id, sort_key, id) where voided_at is null;
create index rec_writing_province on rec_writing (province_id, sort_key, id) where voided_at is null;
