import type { bases } from '../own/body.ts'

export { bases } from '../own/body.ts'

/** Why something about people is held, by which rule, and for how long. */
export interface HoldingRule {
  readonly basis: keyof typeof bases
  /** The law or regulation that the basis rests on. */
  readonly law: string
  /** Years after the person left the region; null for what the law on archives keeps for good. */
  readonly years: number | null
}

const personnel = '事业单位人事管理条例'
const archives = '干部人事档案工作条例'
const teachers = '教师法'

const duty = (law: string, years: number | null): HoldingRule => ({ basis: 'duty', law, years })
const contract = (law: string, years: number | null): HoldingRule => ({ basis: 'contract', law, years })

/**
 * Every record type of a teacher. Years are those that ship with the program; the table of periods of the
 * archive that takes the files over goes before them. A test compares the names with the registry.
 */
export const recordHoldings: Readonly<Record<string, HoldingRule>> = {
  basicInfo: duty(archives, null),
  contactInfo: contract(personnel, 2),
  employmentContract: contract(`${personnel} 第三章`, 10),
  familyMember: duty(archives, 2),
  languageAbility: duty(archives, 10),
  otherInfo: duty(archives, 2),
  overseasStudy: duty(archives, null),
  postAppointment: contract(`${personnel} 第二章`, null),
  rotation: duty('义务教育法 第三十二条', null),
  salary: contract(`${personnel} 第六章`, 30),
  studyExperience: duty(archives, null),
  talentProject: duty(archives, null),
  teachingRecord: duty(teachers, 10),
  techPositionAppointment: contract(`${personnel} 第二章`, null),
  workExperience: duty(archives, null),
  annualAssessment: duty('教师法 第二十二条', null),
  ethicsAssessment: duty('教师法 第二十二条', null),
  ethicsReview: duty('教师法 第二十二条', 10),
  periodicRegistration: duty('中小学教师资格定期注册暂行办法', null),
  punishment: duty('事业单位工作人员处分规定、中小学教师违反职业道德行为处理办法', null),
  rewardHonor: duty('教师法 第三十三条', null),
  skillCertificate: duty(archives, 10),
  teacherQualification: duty('教师法 第十条、教师资格条例', null),
  titleCertification: duty('职称评审管理暂行规定', null),
  trainingRegistration: duty('教师法 第十九条、中小学教师继续教育规定', 10),
  achievementAward: duty(teachers, 10),
  activityRecord: duty(teachers, 10),
  artwork: duty(teachers, 10),
  educationWork: duty(teachers, 10),
  learningRecord: duty('中小学教师继续教育规定', 10),
  lessonRecord: duty(teachers, 10),
  paper: duty(teachers, 10),
  patent: duty(teachers, 10),
  researchRecord: duty(teachers, 10),
  researchReport: duty(teachers, 10),
  researchTeam: duty(teachers, 10),
  sharedResource: duty(teachers, 10),
  workSummary: duty(teachers, 10),
  writing: duty(teachers, 10),
}

/** How long, in words. */
export const keptWords = ({ years }: Pick<HoldingRule, 'years'>): string =>
  years === null ? '任职期间和离职后，随人事档案长期保管' : `任职期间和离职后 ${years} 年`
