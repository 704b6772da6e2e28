import { recordLists } from '../engine/exports/index.ts'
import type { Feature, Ground } from '../engine/feature.ts'
import { recordRoutes } from '../engine/http/index.ts'
import { afterRules } from '../features/after-rules/index.ts'
import { account } from '../features/account/index.ts'
import { analysis } from '../features/analysis/index.ts'
import { apiTokens } from '../features/api-tokens/index.ts'
import { apps } from '../features/apps/index.ts'
import { archives } from '../features/archives/index.ts'
import { auditLog } from '../features/audit-log/index.ts'
import { blind } from '../features/blind/index.ts'
import { boards } from '../features/boards/index.ts'
import { calendar } from '../features/calendar/index.ts'
import { campaigns } from '../features/campaigns/index.ts'
import { chains } from '../features/chains/index.ts'
import { clients } from '../features/clients/index.ts'
import { complaints } from '../features/complaints/index.ts'
import { contents } from '../features/contents/index.ts'
import { curriculum } from '../features/curriculum/index.ts'
import { courses } from '../features/courses/index.ts'
import { cryptoInUse } from '../features/crypto-use/index.ts'
import { corrections } from '../features/corrections/index.ts'
import { declarations } from '../features/declarations/index.ts'
import { credentials } from '../features/credentials/index.ts'
import { deputies } from '../features/deputies/index.ts'
import { deliveries } from '../features/deliveries/index.ts'
import { dictionaries } from '../features/dictionaries/index.ts'
import { expertReview } from '../features/expert-review/index.ts'
import { exports } from '../features/exports/index.ts'
import { files } from '../features/files/index.ts'
import { finding } from '../features/finding/index.ts'
import { imports } from '../features/imports/index.ts'
import { forms } from '../features/forms/index.ts'
import { institutions } from '../features/institutions/index.ts'
import { interchange } from '../features/interchange/index.ts'
import { joining } from '../features/joining/index.ts'
import { lessonPrep } from '../features/lesson-prep/index.ts'
import { legal } from '../features/legal/index.ts'
import { messages } from '../features/messages/index.ts'
import { myReviews } from '../features/my-reviews/index.ts'
import { near } from '../features/near/index.ts'
import { archiveTransfer } from '../features/archive-transfer/index.ts'
import { archiveTasks } from '../features/archive-tasks/index.ts'
import { feedback } from '../features/feedback/index.ts'
import { ownFields } from '../features/own-fields/index.ts'
import { outbox } from '../features/outbox/index.ts'
import { outsideSignIn } from '../features/outside-sign-in/index.ts'
import { papers } from '../features/papers/index.ts'
import { permission } from '../features/permission/index.ts'
import { ownCopies } from '../features/personal-copy/index.ts'
import { personnel } from '../features/personnel/index.ts'
import { portal } from '../features/portal/index.ts'
import { privacy } from '../features/privacy/index.ts'
import { presence } from '../features/presence/index.ts'
import { processes } from '../features/processes/index.ts'
import { query } from '../features/query/index.ts'
import { quality } from '../features/quality/index.ts'
import { reasonLibrary } from '../features/reason-library/index.ts'
import { reference } from '../features/reference/index.ts'
import { reminders } from '../features/reminders/index.ts'
import { research } from '../features/research/index.ts'
import { questions } from '../features/questions/index.ts'
import { resources } from '../features/resources/index.ts'
import { roll } from '../features/roll/index.ts'
import { roster } from '../features/roster/index.ts'
import { savedViews } from '../features/saved-views/index.ts'
import { scim } from '../features/scim/index.ts'
import { signIn } from '../features/sign-in/index.ts'
import { signOn } from '../features/sign-on/index.ts'
import { surveys } from '../features/surveys/index.ts'
import { talents } from '../features/talents/index.ts'
import { teachers } from '../features/teachers/index.ts'
import { sites } from '../features/sites/index.ts'
import { structure } from '../features/structure/index.ts'
import { todos } from '../features/todos/index.ts'
import { tours } from '../features/tours/index.ts'
import { studios } from '../features/studios/index.ts'
import { teaching } from '../features/teaching/index.ts'
import { training } from '../features/training/index.ts'
import { live } from '../features/live/index.ts'
import { schedule } from '../features/schedule/index.ts'
import { support } from '../features/support/index.ts'
import { teachingFigures } from '../features/teaching-figures/index.ts'
import { trainingFigures } from '../features/training-figures/index.ts'
import { users } from '../features/users/index.ts'
import { viewAs } from '../features/view-as/index.ts'
import { watching } from '../features/watching/index.ts'
import { workbench } from '../features/workbench/index.ts'
import type { OfferedParts } from './offered.ts'

/** The calls of the records themselves; the engine has them, no feature does. */
const records: Feature<Pick<Ground, 'engine' | 'actorOn'>> = {
  name: 'records',
  routes: (server, { engine, actorOn }) => recordRoutes(server, engine, actorOn),
  exports: ({ engine }) => recordLists(engine),
}

/** Every feature, in the order in which they register. Start here to find what the server consists of. */
export const features: readonly Feature<OfferedParts>[] = [
  // signing in, and the own account
  signIn,
  signOn,
  account,
  ownCopies,
  outsideSignIn,
  cryptoInUse,
  deputies,
  tours,
  training,
  teaching,
  studios,
  presence,
  courses,
  watching,
  surveys,
  // code tables, calendar, permission, and the records themselves
  outbox,
  reference,
  dictionaries,
  calendar,
  permission,
  viewAs,
  records,
  // files, and what the portal publishes
  files,
  contents,
  curriculum,
  resources,
  complaints,
  questions,
  papers,
  lessonPrep,
  portal,
  legal,
  privacy,
  clients,
  sites,
  apps,
  // the daily work of teachers and offices
  messages,
  deliveries,
  reminders,
  teachers,
  roll,
  reasonLibrary,
  myReviews,
  savedViews,
  quality,
  archiveTasks,
  feedback,
  chains,
  corrections,
  workbench,
  todos,
  archives,
  forms,
  credentials,
  finding,
  // figures, and what is asked of all of them
  analysis,
  trainingFigures,
  teachingFigures,
  live,
  support,
  schedule,
  boards,
  query,
  talents,
  // what is taken out of lists
  exports,
  archiveTransfer,
  // what is going on, and what it does to people
  processes,
  personnel,
  campaigns,
  declarations,
  blind,
  near,
  research,
  expertReview,
  // the administration of institutions and accounts, and the log
  institutions,
  ownFields,
  afterRules,
  structure,
  joining,
  users,
  imports,
  interchange,
  auditLog,
  // what other programs of the region read
  apiTokens,
  roster,
  scim,
]
