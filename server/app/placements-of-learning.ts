import type { PlacementGroup } from '../platform/db/cluster/index.ts'

/** Where the tables of training and teaching research live on Citus. */
export const learningPlacements: readonly PlacementGroup[] = [
  {
    kind: 'coordinator',
    because: 'sessions of an event and marks of people of many schools, which lie where their cases lie',
    tables: [
      'presence_book',
      'presence_correction',
      'presence_event',
      'presence_mark',
      'presence_pass',
      'presence_session',
      'presence_try',
      'survey',
      'survey_answer',
      'survey_answered',
      'survey_asker',
      'training_day',
      'training_day_person',
      'training_series',
      'training_session',
      'training_survey',
      'training_fact',
      'training_followed',
      'campaign_lead',
      'teaching_sitting',
      'teaching_face',
      'studio_face',
      'studio_plan',
      'observed_lesson',
      'observation_sheet',
      'observation_remark',
      'person_fact',
    ],
  },
]
