export { addFirstAdministrator } from './first-administrator.ts'
export { addIdentity, assignToClient, disableIdentity, type NewIdentity } from './identities.ts'
export {
  closeInstitution,
  type InstitutionClosing,
  keptOpenBy,
  type KeptOpenBy,
  reopenInstitution,
} from './institution-closing.ts'
export { keepInstitutions } from './turns.ts'
export type { Keeper } from './institution-row.ts'
export {
  addFormerName,
  carryOfficers,
  endInstitution,
  type FormerName,
  type InvolvedInstitution,
  moveInstitution,
  takeInstitutions,
} from './institution-structure.ts'
export {
  addInstitution,
  forgetInstitution,
  changeSeal,
  describeInstitution,
  factColumns,
  fillInstitutionForms,
  type InstitutionFacts,
  type NewInstitution,
  renameInstitution,
  setRootKind,
} from './institutions.ts'
export { changeLastDay, lendIdentity, type LentDays, takeBack } from './lent-identities.ts'
export {
  type PersonPlace,
  changeMemberships,
  type LastDay,
  type Membership,
  type MembershipChange,
  newMembership,
  type Personnel,
  type PlaceChange,
  placeTeachers,
  unplaceTeachers,
  takeBelongings,
  type TeachingMembership,
  teachingsAfter,
  teachingsAt,
} from './memberships.ts'
export { aliasPerson, numbersOf, passIdentities, presentNumber, type Twin } from './joined-people.ts'
export { type Account, accountsOf, placeAccounts, signOut } from './moved-accounts.ts'
export {
  bindOutside,
  findByOutside,
  openOutside,
  type OutsideAccount,
  outsideOf,
  unbindOutside,
} from './outside-accounts.ts'
export { forgottenJournal, tellAdded } from './told-systems.ts'
export {
  changePassword,
  issueOneTimePassword,
  rememberedHashes,
  rememberedPasswords,
  renewPasswordHash,
  requireStrongerPassword,
  useOneTimePassword,
} from './passwords.ts'
export {
  addPerson,
  changeEmail,
  changeKnown,
  changeMobile,
  changePhoto,
  fillNameForms,
  type PersonForms,
  followArchivedNumber,
  isHeldByAnother,
  isOtherThan,
  type PersonFields,
} from './people.ts'
export {
  keepSecondFactor,
  removeSecondFactor,
  type SecondFactor,
  spendFactorStep,
  spendRecoveryCode,
} from './second-factor.ts'
export {
  admitsAttempt,
  type AttemptLimit,
  countAttempt,
  countedOnce,
  noteSignIn,
  unlockPerson,
  withinWindow,
} from './sign-in.ts'
export {
  type Entry,
  followBasicInformation,
  followTitleLevels,
  openArchive,
  openArchiveOfOutsider,
  schoolOfPerson,
  type TeacherFacts,
  type TitleLevel,
} from './teachers.ts'
export {
  forgetAccount,
  forgetFormerPeople,
  forgetTeacher,
  type NewTeacher,
  drawTeachers,
  type OpenedTeacher,
  openArchives,
} from './many-people.ts'
