import { campaignSessions } from '../../engine/processes/index.ts'

/** Sittings of activities, for everybody with a place that was kept. */
export const activitySittings = campaignSessions({
  table: 'teaching_sitting',
  entries: 'activityPlace',
  expected: ['confirmed', 'recorded', 'missed'],
  page: 'jyqd',
})
