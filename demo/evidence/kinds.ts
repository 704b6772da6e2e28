import type { Values } from '../../server/engine/records/index.ts'
import { isToldByHand } from '../archive/any-values.ts'
import type { EvidenceKind } from './pictures.ts'

/** 结业, with or without a diploma before it: what such a course ends with is another certificate. */
const completions: readonly unknown[] = ['12', '15', '18', '22', '32']

const studyKinds = ({ educationLevel: level, degreeLevel }: Values): EvidenceKind[] => {
  const withDegree = degreeLevel !== '0'
  const kinds: EvidenceKind[] = []
  if (completions.includes(level) || (level === '90' && !withDegree)) kinds.push('completion')
  else if (level !== '90') kinds.push('diploma')
  if (withDegree) kinds.push('degree')
  return kinds
}

const usual: Readonly<Record<string, EvidenceKind>> = {
  workExperience: 'notice',
  postAppointment: 'appointment',
  techPositionAppointment: 'appointment',
  teachingRecord: 'notice',
  languageAbility: 'putonghua',
  overseasStudy: 'notice',
  rotation: 'notice',
  talentProject: 'notice',
  employmentContract: 'contract',
  teacherQualification: 'qualification',
  periodicRegistration: 'register',
  titleCertification: 'title',
  trainingRegistration: 'training',
  skillCertificate: 'skill',
  rewardHonor: 'honour',
  punishment: 'notice',
  achievementAward: 'honour',
  activityRecord: 'notice',
  artwork: 'artwork',
  educationWork: 'notice',
  learningRecord: 'training',
  lessonRecord: 'notice',
  paper: 'paper',
  patent: 'patent',
  researchRecord: 'project',
  researchReport: 'paper',
  sharedResource: 'resource',
  workSummary: 'resource',
  writing: 'book',
  annualAssessment: 'notice',
  ethicsAssessment: 'notice',
  ethicsReview: 'notice',
  otherInfo: 'notice',
}

/** What kinds of paper belong to a record. */
export function kindsFor(type: string, values: Values): EvidenceKind[] {
  if (type === 'studyExperience') return studyKinds(values)
  if (type === 'languageAbility' && values['isPutonghua'] === false) return ['foreign']
  if (type === 'paper' && values['paperKind'] === '63') return ['honour']
  const kind = usual[type] ?? (isToldByHand(type) ? undefined : 'notice')
  return kind ? [kind] : []
}
