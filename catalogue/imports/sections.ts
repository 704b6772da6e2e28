import { dictionary, type DictName } from '../dictionaries/dictionaries.ts'

/** A section of the national system: its name there, and the record type that holds the same facts here. */
export interface Section {
  readonly title: string
  readonly type: string
}

/**
 * The fourteen sections of 全国教师管理信息系统 for schools, in its order, as far as their names are public
 * (design/features.md, area 3). The heads of its columns are not; the sheets have those of this portal.
 */
export const sections: readonly Section[] = [
  { title: '基本信息', type: 'basicInfo' },
  { title: '学习经历', type: 'studyExperience' },
  { title: '工作经历', type: 'workExperience' },
  { title: '岗位聘任', type: 'postAppointment' },
  { title: '专业技术职务聘任', type: 'techPositionAppointment' },
  { title: '基本待遇', type: 'salary' },
  { title: '年度考核', type: 'annualAssessment' },
  { title: '教师资格', type: 'teacherQualification' },
  { title: '师德信息', type: 'ethicsAssessment' },
  { title: '教育教学', type: 'teachingRecord' },
  { title: '入选人才项目', type: 'talentProject' },
  { title: '国内培训', type: 'trainingRegistration' },
  { title: '海外研修', type: 'overseasStudy' },
  { title: '技能及证书', type: 'skillCertificate' },
]

/** The section of a record type; undefined for a type that the national system does not have. */
export const sectionOf = (type: string): Section | undefined => sections.find((one) => one.type === type)

/**
 * Whether the codes of a table are this portal's own, wholly or in part: the national system has no such
 * code, and whoever carries values over has to choose.
 */
export function hasOwnCodes(name: DictName): boolean {
  const { standard } = dictionary(name)
  return standard.includes('自定') && !standard.includes('全国教师管理信息系统')
}
