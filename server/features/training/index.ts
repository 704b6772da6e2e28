import type { Archive } from '../../../catalogue/declarations/judge.ts'
import { creditAnswer, creditQuery } from '../../../catalogue/contract/training/credit.ts'
import type { Queryable } from '../../engine/engine.ts'
import type { Feature, Ground } from '../../engine/feature.ts'
import type { CaseNeeds } from '../../engine/processes/index.ts'
import type { PublishingNeeds } from '../../engine/publishing/index.ts'
import { register } from '../../platform/http/call.ts'
import { classList } from './class-list.ts'
import { copyRoutes } from './copy.ts'
import { creditOf } from './credit.ts'
import { enrolmentRoutes, seatRoutes } from './enrolment-routes.ts'
import { faceRoutes, newsRoutes } from './face.ts'
import { ledgerList } from './ledger-export.ts'
import { carryJob, recountJob, ruleRoutes } from './hour-rules.ts'
import { lateRoutes } from './late-routes.ts'
import { learnerRoutes } from './learner-routes.ts'
import { ownProjectRoutes } from './own-projects.ts'
import { rosterList } from './roster-export.ts'
import { rosterRoutes } from './roster-routes.ts'
import { rosterSchoolRoutes } from './roster-school-routes.ts'
import { teamRoutes } from './team-routes.ts'
import { registrationHooks, registrationsJob } from './follow-registrations.ts'
import { surveysJob, type OpenSurvey } from './project-surveys.ts'
import { watchedJob, type CourseCompletions } from './watched-sessions.ts'

export { enrolmentEffects, enrolmentJudges } from './consequences.ts'
export { doubtsOfTrainings } from './doubles.ts'
export { enrolmentSubject } from './import-enrolments.ts'
export { finishEffects } from './finish.ts'
export { markWatched, type CourseCompletions } from './watched-sessions.ts'
export { openProjectSurveys, type OpenSurvey } from './project-surveys.ts'
export { projectSessions } from './project-sessions.ts'
export { rosterEffects } from './roster-schools.ts'
export { rerankLine, type EntryRanks } from './ranks.ts'
export { hasSeat, isProject, projectSeats, seatsFollow, type SeatNeeds } from './seats.ts'

export interface TrainingNeeds extends Pick<Ground, 'db' | 'engine' | 'actorOn'> {
  readonly processing: CaseNeeds
  /** What the conditions of projects read of a person. */
  readonly archiveOf: (db: Queryable, teacherId: number) => Promise<Archive>
  readonly openSurvey: OpenSurvey
  readonly courseCompletions: CourseCompletions
  readonly publishing: PublishingNeeds
}

/** Training: hours of teachers, projects and who takes part in them. */
export const training: Feature<TrainingNeeds> = {
  name: 'training',
  hooks: registrationHooks,
  exports: ({ db, engine }) => [rosterList(db), classList(engine), ledgerList(db)],
  jobs: ({ db, openSurvey, courseCompletions }) => [
    registrationsJob(db),
    surveysJob(db, openSurvey),
    watchedJob(db, courseCompletions),
    recountJob(db),
    carryJob(db),
  ],
  routes: (server, needs) => {
    const { engine, actorOn } = needs
    enrolmentRoutes(server, needs)
    seatRoutes(server, needs)
    learnerRoutes(server, needs)
    ownProjectRoutes(server, needs)
    rosterRoutes(server, needs)
    teamRoutes(server, needs)
    lateRoutes(server, needs)
    faceRoutes(server, needs)
    newsRoutes(server, needs)
    copyRoutes(server, needs)
    ruleRoutes(server, needs)
    rosterSchoolRoutes(server, needs)
    register(server, {
      method: 'GET',
      url: '/api/v1/train/credit',
      access: [2, 3, 4, 5, 6],
      tag: '培训',
      summary: '一位教师一年的学时：计入、缺口、每条来源；教师看自己的，单位看本单位范围内的',
      query: creditQuery,
      answer: creditAnswer,
      handle: ({ query }, request) => creditOf(engine, actorOn(request), query),
    })
  },
}
