import type { AnyRecord } from '../../catalogue/define.ts'
import { soundRow } from '../../catalogue/rules/sample.ts'
import { checkContext, type Values } from '../../server/engine/records/index.ts'
import { yearOf, type Maker } from './about.ts'

/**
 * Record types that have a story of their own somewhere in demo/; the others are told by their declaration.
 */
const toldByHand = new Set([
  'achievementAward',
  'activityRecord',
  'annualAssessment',
  'artwork',
  'basicInfo',
  'contactInfo',
  'educationWork',
  'employmentContract',
  'ethicsAssessment',
  'ethicsReview',
  'familyMember',
  'languageAbility',
  'learningRecord',
  'lessonRecord',
  'otherInfo',
  'overseasStudy',
  'paper',
  'patent',
  'periodicRegistration',
  'postAppointment',
  'punishment',
  'researchRecord',
  'researchReport',
  'researchTeam',
  'rewardHonor',
  'rotation',
  'salary',
  'sharedResource',
  'skillCertificate',
  'studyExperience',
  'subjectGroup',
  'talentProject',
  'teacherQualification',
  'teachingRecord',
  'techPositionAppointment',
  'titleCertification',
  'trainingRegistration',
  'workExperience',
  'workSummary',
  'writing',
])

/** Whether a type has a story of its own. */
export const isToldByHand = (type: string): boolean => toldByHand.has(type)

/** Types of a teacher that nobody wrote a story for, so that a new record type needs no demo code. */
export const withoutStory = (records: Readonly<Record<string, AnyRecord>>): readonly AnyRecord[] =>
  Object.values(records).filter(({ name, owner }) => owner === 'teacher' && !toldByHand.has(name))

/** Makes values of any type from its declaration: sound, though nobody would mistake them for a life. */
export const makerOf =
  (definition: AnyRecord): Maker =>
  (random, _about, on) =>
    soundRow(definition, {
      random: random.next,
      year: () => yearOf(on) - random.int(0, 1),
      context: checkContext(on),
    }) as Values | null
