import type { Values } from '../../server/engine/records/index.ts'
import type { Random } from '../writing/random.ts'
import { monthOf, plusDays, serial, subjectName, topicOf, yearOf, type About, type Maker } from './about.ts'

const kindOfStage: Readonly<Record<string, string>> = { 1: '1', 2: '2', 3: '3', 4: '4', 6: '5', A: '2' }

/** 教师资格 of a kind, issued in a year. The number is nobody else's: year, five digits, kind, person. */
function qualification(about: About, random: Random, kind: string, issued: string): Values {
  const { life, teacher, places } = about
  return {
    qualificationKind: kind,
    qualificationNo: `${yearOf(issued)}44170${kind}${life.gender}${String(teacher.id).padStart(6, '0')}`,
    subject: kind === '1' ? null : life.subject,
    issueDate: issued,
    issuer: ['4', '5'].includes(kind)
      ? places.cityBureau
      : random.chance(0.9)
        ? places.areaBureau
        : places.cityBureau,
  }
}

/**
 * The day on which somebody who began to work then got the qualification; the first certificates were given
 * in 1996.
 */
export const qualifiedOn = (about: About): string =>
  `${Math.max(1997, yearOf(`${about.life.workStart}-01`))}-06-${about.teacher.id % 2 === 0 ? '28' : '15'}`

/** The qualification one works with. */
export const firstQualification: Maker = (random, about) =>
  qualification(about, random, kindOfStage[about.life.stage] ?? '2', qualifiedOn(about))

/** 普通话: teachers of Chinese need a higher level. */
export const putonghua: Maker = (random, about, on) => {
  const chinese = about.life.subject === '13' || about.life.stage === '1'
  const level = chinese ? random.code({ 3: 78, 2: 14, 4: 8 }) : random.code({ 4: 52, 3: 44, 5: 3, 2: 1 })
  const least = { 2: 92, 3: 87, 4: 80, 5: 70 }[level] ?? 80
  return {
    isPutonghua: true,
    putonghuaLevel: level,
    putonghuaScore: (least + random.int(0, 44) / 10).toFixed(1),
    certificateNo: `44${yearOf(on)}${serial(about, random)}`,
    issueMonth: monthOf(on),
    issuer: '广东省语言文字工作委员会',
  }
}

const foreign: Maker = (random, about, on) => {
  const english = about.life.subject === '41'
  const [language, exam] = english
    ? (['en', random.pick(['03', '04'])] as const)
    : random.pick([
        ['en', '01'],
        ['en', '02'],
        ['ja', '08'],
      ] as const)
  return {
    isPutonghua: false,
    language,
    proficiency: english ? random.pick(['1', '2']) : random.pick(['3', '4']),
    languageExam: exam,
    examScore:
      exam === '08'
        ? random.pick(['N1', 'N2', 'N3'])
        : String(exam === '03' || exam === '04' ? random.int(60, 82) : random.int(425, 580)),
    certificateNo: `W${yearOf(on)}${serial(about, random)}`,
    issueMonth: monthOf(on),
    issuer: exam === '08' ? '教育部考试中心' : '全国大学英语四、六级考试委员会',
  }
}

/** 教师资格定期注册 of the qualification with this record id. */
export function registrationOf(
  random: Random,
  about: About,
  qualificationId: string,
  on: string,
  first: boolean,
): Values {
  const passed = !random.chance(0.008)
  return {
    registrationType: first ? '1' : '2',
    qualificationId,
    applyDate: plusDays(on, -random.int(20, 50)),
    registerDate: on,
    registrationConclusion: passed ? '1' : '2',
    validUntil: passed ? `${yearOf(on) + 5}${on.slice(4)}` : null,
    reason: passed ? null : '本周期培训学时不足，补足后再申请注册。',
    registerUnit: about.places.areaBureau,
    teachYears: first ? random.int(1, 5) : 5,
    trainingHours: `${random.int(360, 420)}.0`,
  }
}

interface Course {
  readonly kind: string
  readonly credit: string
  readonly way: string
  readonly level: string
  readonly hours: number
  readonly name: (about: About, random: Random, year: number) => string
}

const courses: readonly Course[] = [
  {
    kind: '09',
    credit: '1',
    way: '2',
    level: '2',
    hours: 30,
    name: (_, __, year) => `${year}年度专业技术人员继续教育公需科目`,
  },
  {
    kind: '10',
    credit: '2',
    way: '3',
    level: '3',
    hours: 42,
    name: ({ life }, random, year) =>
      `${year}年${subjectName(life.subject)}学科“${topicOf(random, life.subject)}”专题培训`,
  },
  {
    kind: '10',
    credit: '2',
    way: '2',
    level: '4',
    hours: 42,
    name: ({ life, places }, _, year) =>
      `${year}年${places.area}中小学教师全员培训（${subjectName(life.subject)}）`,
  },
  {
    kind: '13',
    credit: '4',
    way: '5',
    level: '5',
    hours: 24,
    name: (_, random, year) =>
      `${year}年校本研修：${random.pick(['新课标学习', '作业改革', '课堂观察', '跨学科学习'])}`,
  },
  {
    kind: '07',
    credit: '2',
    way: '3',
    level: '2',
    hours: 50,
    name: () => '中小学教师信息技术应用能力提升工程2.0培训',
  },
  {
    kind: '03',
    credit: '2',
    way: '1',
    level: '3',
    hours: 60,
    name: ({ life }, _, year) => `${year}年${subjectName(life.subject)}骨干教师高级研修`,
  },
  {
    kind: '04',
    credit: '3',
    way: '1',
    level: '4',
    hours: 18,
    name: (_, __, year) => `${year}年班主任专业能力提升培训`,
  },
  {
    kind: '08',
    credit: '3',
    way: '2',
    level: '4',
    hours: 12,
    name: (_, __, year) => `${year}年师德师风专题学习`,
  },
]

const organizers: Readonly<Record<string, (about: About) => string>> = {
  2: () => '广东省中小学教师发展中心',
  3: ({ places }) => `${places.city}教师发展中心`,
  4: ({ places }) => `${places.area}教师发展中心`,
  5: ({ teacher }) => teacher.school.name,
}

/** 培训登记 of a training that ended on that day. */
const training: Maker = (random, about, on) => {
  const course = random.weighted(courses.map((c, i) => [c, i < 4 ? 5 : 1] as const))
  const days = course.way === '1' ? random.int(2, 6) : random.int(12, 60)
  // The whole of it lies within one year, which it counts for.
  const start = [plusDays(on, -days), `${yearOf(on)}-01-02`].reduce((a, b) => (a > b ? a : b))
  return {
    trainingYear: yearOf(on),
    trainingKind: course.kind,
    projectName: course.name(about, random, yearOf(on)),
    organizer: organizers[course.level]?.(about) ?? about.teacher.school.name,
    trainingLevel: course.level,
    trainingWay: course.way,
    trainingDuration: days > 30 ? '2' : '1',
    startDate: start,
    endDate: on,
    creditKind: course.credit,
    creditHours: `${course.hours}.0`,
    certificateNo: random.chance(0.5) ? `PX${yearOf(on)}${serial(about, random)}` : null,
  }
}

/** 学习研修, for the record only. */
const learning: Maker = (random, about, on) => {
  const topic = topicOf(random, about.life.subject)
  const hours = random.chance(0.6)
  return {
    title: `${random.pick(['名师工作室跟岗学习', '专家讲座', '线上研修', '读书会'])}：${topic}`,
    trainingKind: random.pick(['02', '10', '99']),
    trainingWay: random.pick(['1', '2', '4', '7']),
    trainingLevel: random.pick(['3', '4', '5']),
    startDate: plusDays(on, -random.int(0, 4)),
    endDate: on,
    organizer: random.pick([
      `${about.places.area}教师发展中心`,
      about.places.areaBureau,
      about.teacher.school.name,
    ]),
    creditHours: hours ? `${random.int(4, 24)}.0` : null,
    creditKind: hours ? random.pick(['2', '3', '4']) : null,
    notes: `听了关于“${topic}”的报告和三节课例。最大的收获是先想清楚学生要学会什么，再决定怎么教；回校后将在本备课组分享并试上一课。`,
    result: random.chance(0.4) ? random.pick(['合格', '优秀学员']) : null,
  }
}

type Skill = readonly [type: string, name: string, level: string | null, issuer: string]
const skills: readonly Skill[] = [
  ['05', '心理健康教育C级教师证书', 'C级', '广东省中小学心理健康教育指导中心'],
  ['05', '心理健康教育B级教师证书', 'B级', '广东省中小学心理健康教育指导中心'],
  ['04', '全国计算机等级考试合格证书', '二级', '教育部教育考试院'],
  ['09', '家庭教育指导师证书', '中级', '中国家庭教育协会'],
  ['10', '篮球裁判员证书', '二级', '阳江市体育局'],
]
const trades: readonly Skill[] = [
  ['06', '电工职业资格证书', '三级', '广东省人力资源和社会保障厅'],
  ['06', '汽车维修工职业技能等级证书', '高级工', '广东省人力资源和社会保障厅'],
  ['06', '茶艺师职业技能等级证书', '三级', '广东省人力资源和社会保障厅'],
]

/** 技能证书; vocational teachers hold those of a trade. */
const skill: Maker = (random, about, on) => {
  const { stage } = about.life
  const chosen: Skill =
    stage === 'A'
      ? ['08', '特殊教育教师岗位培训合格证书', null, '广东省教育厅']
      : random.pick(stage === '6' ? trades : skills)
  const [certificateType, certificateName, skillLevel, issuer] = chosen
  return {
    certificateType,
    certificateName,
    skillLevel,
    certificateNo: `JN${yearOf(on)}${serial(about, random)}`,
    issueDate: on,
    issuer,
  }
}

/** What the teacher hands in of certificates and trainings, by type. */
export const certificateMakers: Readonly<Record<string, Maker>> = {
  languageAbility: foreign,
  teacherQualification: (random, about, on) => {
    const kind = { 1: '2', 2: '3', 3: '4', 4: '5', 6: '4', A: '3' }[about.life.stage] ?? '3'
    const issued = plusDays(on, -20)
    return issued.slice(0, 7) > about.life.workStart ? qualification(about, random, kind, issued) : null
  },
  trainingRegistration: training,
  learningRecord: learning,
  skillCertificate: skill,
}
