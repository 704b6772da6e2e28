import { campaignSessions } from '../../engine/processes/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { sessionLeaders } from './standing.ts'

/** States in which somebody is expected at the sessions of a project, or was. */
export const attending: readonly string[] = ['confirmed', 'learning', 'qualified', 'unqualified']

/** Sessions of training projects: of the whole project, or of one class. */
export const projectSessions = campaignSessions({
  table: 'training_session',
  entries: 'trainingEnrolment',
  expected: attending,
  among: sql`(s.class_name = '' or s.class_name = k.value ->> 'className')`,
  leaders: sessionLeaders,
  page: 'ltkcgl',
})
