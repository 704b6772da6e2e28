import { bool, date, decimal, dict, file, month, richText, type Section } from '../define.ts'

/** The fields that the archive knows, with where they stand in the basic information. */
export const fromArchive = {
  gender: 'gender',
  birthDate: 'birthDate',
  politicalStatus: 'politicalStatus',
  schoolStage: 'schoolStage',
  subject: 'mainSubject',
  educationLevel: 'highestEducation',
  degreeLevel: 'highestDegreeLevel',
  professionalTitle: 'professionalTitle',
  workStartMonth: 'workStartMonth',
  teachStartMonth: 'teachStartMonth',
} as const satisfies Readonly<Record<string, string>>
export type ArchiveField = keyof typeof fromArchive

const papers = { multiple: true, accept: ['pdf', 'jpg', 'png', 'doc', 'docx'], maxSizeMB: 50 } as const
const required = { required: true } as const

export const declarationFields = {
  declareKind: dict('申报类别', 'declareKind'),
  declareLevel: dict('申报级别', 'talentLevel'),
  gender: dict('性别', 'gender', required),
  birthDate: date('出生日期', required),
  politicalStatus: dict('政治面貌', 'politicalStatus', {
    required: true,
    multiple: true,
    exclusiveItems: ['12', '13'],
  }),
  schoolStage: dict('学段', 'schoolStage', required),
  subject: dict('学科', 'subject', required),
  educationLevel: dict('最高学历', 'educationLevel'),
  degreeLevel: dict('最高学位', 'degreeLevel'),
  professionalTitle: dict('职称', 'professionalTitle'),
  workStartMonth: month('参加工作年月', required),
  teachStartMonth: month('从教起始年月', required),
  mainDeeds: richText('主要事迹与业绩', required),
  teachingAchievement: richText('教育教学业绩', required),
  researchAchievement: richText('教科研业绩', required),
  leadingRole: richText('示范引领情况'),
  plan: richText('培养（工作）规划'),
  files: file('档案里没有的材料', { ...papers, help: '档案里有的，从档案选，无需再上传' }),
  commitment: bool('承诺所填内容和材料真实', required),
  supplementBy: date('补正截止日'),
  totalScore: decimal('评审总分', { min: 0, max: 100, precision: 1 }),
  publicityEnd: date('公示截止日'),
}

export const declarationForm: readonly Section<keyof typeof declarationFields>[] = [
  {
    title: '基本情况（取自档案）',
    fields: [
      'gender',
      'birthDate',
      'politicalStatus',
      'schoolStage',
      'subject',
      'educationLevel',
      'degreeLevel',
      'professionalTitle',
      'workStartMonth',
      'teachStartMonth',
    ],
  },
  {
    title: '业绩',
    fields: ['mainDeeds', 'teachingAchievement', 'researchAchievement', 'leadingRole', 'plan'],
  },
  { title: '材料与承诺', fields: ['files', 'commitment'] },
]
