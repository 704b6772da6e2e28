import { monthsLater } from '../../catalogue/rules/compare.ts'
import type { Values } from '../../server/engine/records/index.ts'
import type { Random } from '../writing/random.ts'
import type { Life } from './lives.ts'

/** What the school writes of a teacher's basic information. */
export function schoolSide(random: Random, life: Life): Values {
  const inEstablishment = random.chance(life.stage === '1' ? 0.55 : 0.93)
  return {
    name: life.name,
    gender: life.gender,
    idCardType: '1',
    idCardNo: life.idNo,
    birthDate: life.birthDate,
    staffCategory: '11',
    inEstablishment,
    employForm: inEstablishment ? null : random.pick(['1', '3', '4']),
    contractKind: inEstablishment ? '1' : '2',
    orgEntryMonth: life.orgEntry,
  }
}

function partyOf(random: Random, life: Life): Values {
  const birthYear = Number(life.birthDate.slice(0, 4))
  const status = random.code({
    13: 52,
    '01': birthYear < 1970 ? 50 : 38,
    '03': birthYear > 1997 ? 46 : 0,
    '05': 2,
    '07': 2,
  })
  const joined = status === '03' ? birthYear + 14 : birthYear + random.int(20, 30)
  const last = Number(life.workStart.slice(0, 4)) + 8
  const joinDate = `${Math.min(joined, last, 2024)}-${random.pick(['05', '06', '12'])}`
  return { politicalStatus: [status], partyJoinDate: status === '01' || status === '03' ? joinDate : null }
}

const nativeAreas = ['441702', '441704', '441721', '441781', '440904', '441702', '441704', '441781'] as const

function serviceOf(random: Random, life: Life): Values {
  if (Number(life.workStart.slice(0, 4)) < 2008 || !random.chance(0.07)) {
    return { grassrootsService: '0', grassrootsStartMonth: null, grassrootsEndMonth: null }
  }
  const start = life.workStart
  return {
    grassrootsService: random.pick(['1', '2', '5']),
    grassrootsStartMonth: start,
    grassrootsEndMonth: monthsLater(start, 24),
  }
}

/** What the teacher writes of it. Complete, but for the photo, which is a file. */
export function teacherSide(random: Random, life: Life): Values {
  const young = Number(life.birthDate.slice(0, 4)) > 1993
  const normal = life.first !== 'university' || random.chance(0.8)
  const source = life.transferred ? '31' : random.code({ 11: 5, 12: 3, 13: 2 })
  const party = partyOf(random, life)
  return {
    formerName: null,
    nationality: '156',
    nativePlace: random.pick(nativeAreas),
    birthPlace: random.pick(nativeAreas),
    ethnicity: life.ethnicity,
    ...party,
    maritalStatus: young ? random.pick(['10', '10', '20']) : random.code({ 20: 90, 40: 6, 30: 1, 10: 3 }),
    healthStatus: random.code({ 1: 95, 2: 3, 3: 2 }),
    householdType: random.code({ 1: 76, 2: 20, 3: 4 }),
    staffingCategory: '1',
    teacherSource: source,
    workStartMonth: life.workStart,
    teachStartMonth: life.workStart,
    schoolStage: life.stage,
    mainSubject: life.subject,
    postOccupation: random.code({ 23: 44, 21: 8, 22: 6, 34: 6, 24: 6, 31: 2 }),
    isNormalGraduate: normal,
    isPreschoolGraduate: life.stage === '1' ? random.chance(0.8) : null,
    hasSpecialEdTraining: life.stage === 'A' || random.chance(0.03),
    hasSpecialEdCertificate: life.stage === 'A' && random.chance(0.8),
    itCapability: random.code({ 2: 40, 3: 38, 4: 16, 1: 4, 5: 2 }),
    publicFundedNormal: life.first === 'university' && young ? random.code({ 0: 90, 2: 8, 1: 2 }) : '0',
    ...serviceOf(random, life),
    isSpecialGradeTeacher: random.chance(0.008),
    isBackboneTeacher: !young && random.chance(0.12),
    isMentalHealthTeacher: life.subject === '71' || random.chance(0.03),
    isDualQualified: life.stage === '6' ? random.chance(0.45) : null,
  }
}

const towns = ['春晖路', '望海街', '新江北路', '云水巷', '听涛路', '榕树里', '碧波路', '翠竹街'] as const

/** Contact details; every number and address is invented. */
export function contactOf(random: Random, life: Life): Values {
  const digits = life.mobile.slice(-6)
  const number = random.int(1, 199)
  return {
    mobile: life.mobile,
    email: `t${digits}@example.cn`,
    officeTel: random.chance(0.8) ? `0662-3${digits.slice(-3)}${String(random.int(100, 999))}` : null,
    address: random.chance(0.85)
      ? `${random.pick(towns)}${number}号${random.int(1, 12)}栋${random.int(101, 1802)}`
      : null,
    postcode: random.chance(0.5) ? '529500' : null,
    qq: random.chance(0.4) ? `10${digits}` : null,
    wechat: random.chance(0.5) ? `xt_${digits}` : null,
    ...(random.chance(0.7) && {
      emergencyContact: `${life.name.slice(0, 1)}先生`,
      emergencyRelation: random.pick(['10', '51', '70']),
      emergencyPhone: `198${life.mobile.slice(3)}`,
    }),
  }
}

/** One year's pay as the school enters it. */
export function salaryOf(random: Random, life: Life, year: number): Values {
  const served = year - Number(life.workStart.slice(0, 4))
  // Pay has risen by about four hundredths a year.
  const level = Math.max(0.6, 1 - 0.04 * (2025 - year))
  const base = 2600 + Math.min(served, 35) * 62 + random.int(0, 20) * 5
  const performance = 2400 + Math.min(served, 30) * 48 + random.int(0, 60) * 10
  const rural = life.stage === '2' && random.chance(0.4) ? 1000 : 0
  const other = random.int(2, 9) * 100
  const yearly = (base + performance + rural + other) * 12 + random.int(8, 26) * 1000
  const amount = (value: number) => `${Math.round(value * level)}.00`
  return {
    year,
    annualIncome: amount(yearly + 200),
    baseSalary: amount(base),
    performanceSalary: amount(performance),
    ruralSubsidy: amount(rural),
    otherSubsidy: amount(other),
    otherIncome: '0.00',
    insurance: ['1', '2', '3', '4', '5', '6'],
    salaryGrade: String(Math.min(40, 8 + served)),
    remark: null,
  }
}
