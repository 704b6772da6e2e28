/**
 * Presence of people in the sessions of an event, which is a campaign or a case: codes, claims, marks, doubts
 * and corrections (docs/decisions/0167). A feature above decides who may do what; this room keeps its own
 * rules. Every function takes the moment it is asked at, in milliseconds since 1970.
 */
export {
  attendanceAmong,
  attendanceOf,
  calledSessions,
  countSession,
  doubtsOf,
  type Doubt,
  type SessionCount,
} from './attendance.ts'
export { claimOffline, issuePass, markByOwnCode, ownCode, teacherOfPass } from './away.ts'
export {
  decideDoubt,
  markByHand,
  markBySheet,
  type HandSetting,
  type HeldRow,
  type Sheet,
} from './by-hand.ts'
export {
  answerQuestion,
  beginClaim,
  bindClaim,
  sessionOfClaim,
  type ClaimBeginning,
  type Scan,
} from './claims.ts'
export { codesAhead, type CodesAhead } from './codes.ts'
export {
  askCorrection,
  correctableUntil,
  correctionsOf,
  decideCorrection,
  type Correction,
  type CorrectionWish,
} from './corrections.ts'
export type { Mark, MarkKey } from './marks.ts'
export type { ListedPerson, OwnedSession, SessionOwner, SessionTitle } from './owner.ts'
export {
  cancelSession,
  countHeads,
  findSession,
  fixAttendance,
  openBook,
  putSession,
  sessionsOf,
  sessionsWithin,
  type Session,
  type SessionKey,
  type SessionPlan,
} from './sessions.ts'
