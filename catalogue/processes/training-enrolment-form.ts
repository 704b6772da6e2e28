import { bool, dateTime, decimal, dict, integer, longText, text } from '../define.ts'
import type { CaseFacts } from './define.ts'
import { wayUpConditions } from './way-up.ts'

/** What an enrolment says; what is not of the form is written by its moves. */
export const enrolmentFields = {
  trainingRole: dict('培训角色', 'trainingRole', { required: true, default: '1' }),
  reason: longText('报名理由', { maxLength: 500 }),
  needAccommodation: bool('是否住宿'),
  exceptionReason: longText('不符合培训经历条件的理由', {
    maxLength: 500,
    help: '项目允许写明理由报名时才需要填写',
  }),
  hints: text('条件提示', { maxLength: 500 }),
  agreedAt: dateTime('本人同意时间'),
  confirmBy: dateTime('本人确认截止'),
  acceptBy: dateTime('候补答复截止'),
  offers: integer('递补次数', { min: 0, max: 9 }),
  seatNo: integer('席位', { min: 1, max: 199_999 }),
  className: text('班级', { maxLength: 100 }),
  projectName: text('结业项目', { maxLength: 100 }),
  projectDays: text('结业项目日期', { maxLength: 40 }),
  attendance: decimal('到课率（%）', { min: 0, max: 100, precision: 1 }),
  late: bool('中途接替'),
  retakes: integer('重修次数', { min: 0, max: 1 }),
  score: integer('考核成绩', { min: 0, max: 100 }),
  passScore: integer('合格分数', { min: 0, max: 100 }),
  creditHours: decimal('认定学时', { min: 0, max: 500, precision: 1 }),
}

/** Where an enrolment may go next. */
export const enrolmentConditions = {
  ...wayUpConditions,
  isOwn: ({ parties }: EntryFacts) => parties['school'] === parties['host'],
  isOthers: ({ parties }: EntryFacts) => parties['school'] !== parties['host'],
  agreedAtHost: (facts: EntryFacts) => wayUpConditions.atHost(facts) && hasAgreed(facts),
  askedAtHost: (facts: EntryFacts) => wayUpConditions.atHost(facts) && !hasAgreed(facts),
  agreed: (facts: EntryFacts) => hasAgreed(facts),
  notAgreed: (facts: EntryFacts) => !hasAgreed(facts),
  askedOnce: ({ value }: EntryFacts) => Number(value['offers'] ?? 0) < 2,
  askedTwice: ({ value }: EntryFacts) => Number(value['offers'] ?? 0) >= 2,
  passed: (facts: EntryFacts) => hasPassed(facts),
  notPassed: (facts: EntryFacts) => !hasPassed(facts),
  inTime: ({ value }: EntryFacts) => value['late'] !== true,
  comesLate: ({ value }: EntryFacts) => value['late'] === true,
  mayRetake: ({ value }: EntryFacts) => value['retakes'] !== 1,
  retakenPassed: (facts: EntryFacts) => facts.value['retakes'] === 1 && hasPassed(facts),
}

type EntryFacts = Pick<CaseFacts, 'value' | 'parties' | 'holder'>

function hasAgreed({ value }: EntryFacts): boolean {
  return typeof value['agreedAt'] === 'string'
}

/** Whoever reached the score passes; where none is asked, everybody who stayed. */
function hasPassed({ value }: EntryFacts): boolean {
  const least = value['passScore']
  return typeof least !== 'number' || Number(value['score'] ?? 0) >= least
}
