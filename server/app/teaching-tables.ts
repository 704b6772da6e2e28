/** Tables of teaching research beside cases and campaigns: they belong to no archive. */
export const teachingTables = [
  'campaign_lead',
  'teaching_sitting',
  'teaching_face',
  'studio_face',
  'studio_plan',
  'observed_lesson',
  'observation_sheet',
  'observation_remark',
  'person_fact',
] as const
