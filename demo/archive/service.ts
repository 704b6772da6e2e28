import { monthsLater } from '../../catalogue/rules/compare.ts'
import type { Values } from '../../server/engine/records/index.ts'
import type { Station } from '../region/careers.ts'
import type { Random } from '../writing/random.ts'
import {
  gradeOf,
  monthOf,
  plusDays,
  subjectName,
  termOf,
  topicOf,
  yearOf,
  type About,
  type Maker,
} from './about.ts'

const classTypes: Readonly<Record<string, string>> = { 1: '51', 2: '10', 3: '20', 4: '40', 6: '61', A: '71' }
const classNames: Readonly<Record<string, string>> = {
  K2: '小',
  K3: '中',
  K4: '大',
  '01': '一',
  '02': '二',
  '03': '三',
  '04': '四',
  '05': '五',
  '06': '六',
  '07': '七',
  '08': '八',
  '09': '九',
  10: '高一',
  11: '高二',
  12: '高三',
  V1: '职一',
  V2: '职二',
  V3: '职三',
}
const classOf = (random: Random, grade: string) => `${classNames[grade] ?? '一'}（${random.int(1, 8)}）班`

/** 工作经历 at one station; `to` as it was known when it was entered. */
export function workOf(random: Random, about: About, station: Station, to: string | null): Values {
  const { life } = about
  return {
    unitName: station.unit,
    startMonth: station.from,
    endMonth: to,
    unitNature: '23',
    position: life.stage === '1' ? '幼儿园教师' : `${subjectName(life.subject)}教师`,
    isTeaching: true,
    isRural: station.rural,
    urbanRural: station.rural ? random.pick(['210', '220', '122']) : random.pick(['111', '121', '112']),
    witness: random.chance(0.6)
      ? `${random.pick(['陈', '林', '黄', '梁', '冯', '谭'])}${random.pick(['志', '国', '丽', '文'])}${random.pick(['明', '华', '芳', '强'])}`
      : null,
    witnessPhone: random.chance(0.3) ? `19900000${String(random.int(0, 999)).padStart(3, '0')}` : null,
  }
}

/** 教育教学 of the term a day falls into. */
export const teachingOf: Maker = (random, { life, career, teacher }, on) => {
  const { schoolYear, semester } = termOf(on)
  // A class goes up with its teacher; the grade of a year follows from the teacher's number.
  const grades: Readonly<Record<string, readonly string[]>> = {
    1: ['K2', 'K3', 'K4'],
    2: ['01', '02', '03', '04', '05', '06'],
    3: ['07', '08', '09'],
    4: ['10', '11', '12'],
    6: ['V1', 'V2', 'V3'],
    A: ['01', '03', '05'],
  }
  const list = grades[life.stage] ?? ['01']
  const grade = list[(teacher.id + schoolYear) % list.length] ?? '01'
  const main = ['13', '14', '41', '85'].includes(life.subject)
  const leads = career.classTeacher && (teacher.id + schoolYear) % 5 !== 0
  const concurrent = leads
    ? ['01']
    : career.duty === '09'
      ? ['03']
      : career.duty === '10'
        ? ['04']
        : career.duty === '08'
          ? ['02']
          : ['06', '07', '04'].includes(career.duty)
            ? ['11']
            : ['00']
  const names = main
    ? [classOf(random, grade), classOf(random, grade)]
    : [1, 2, 3, 4].map(() => classOf(random, grade))
  return {
    schoolYear,
    semester,
    schoolStage: life.stage,
    teachingStatus: '20',
    subject: [life.subject],
    grade: [grade],
    classNames: [...new Set(names)].join('、'),
    classType: classTypes[life.stage] ?? '10',
    weeklyHours: random.int(career.duty === '04' ? 4 : 9, life.stage === '2' ? 18 : 15),
    otherWeeklyHours: leads ? 4 : random.int(0, 3),
    teachingRole: '1',
    concurrentWork: concurrent,
  }
}

const works: Readonly<Record<string, readonly (readonly [title: string, content: string])[]>> = {
  '01': [
    [
      '用班级公约建设班风',
      '开学第一周由学生讨论订立班级公约，每周五班会回顾，期中与家长沟通一次。一学期来迟到明显减少，班级量化评比保持在年级前列。',
    ],
    [
      '让每个孩子都有岗位',
      '班里设二十多个服务岗位，每月轮换，学期末由同学互评。学生的责任心和合作意识有了提高。',
    ],
    ['家校携手养成阅读习惯', '建立班级图书角，每天午读二十分钟，家长轮流记录。学期末人均读完六本书。'],
  ],
  '05': [['少先队阵地建设', '组织入队教育、清明祭英烈和红领巾小讲解员活动，参加队员三百余人次。']],
  10: [['心理辅导室开放与个别辅导', '每周开放三个中午，接待来访学生四十余人次，组织考前减压团体辅导两次。']],
}

/** 教育工作 of a term. */
const educationWork: Maker = (random, { life, career }, on) => {
  const kind = career.classTeacher ? '01' : random.pick(['05', '10'])
  const [title = '', content = ''] = random.pick(works[kind] ?? []) ?? []
  return {
    ...termOf(on),
    workKind: kind,
    className: kind === '01' ? classOf(random, gradeOf(random, life.stage)) : null,
    studentCount: kind === '01' ? random.int(32, 54) : random.int(60, 300),
    title,
    content,
    result: random.chance(0.3) ? random.pick(['校优秀班主任', '学期考核优秀', '年级文明班']) : null,
  }
}

/** 工作总结 of a school year. */
const workSummary: Maker = (random, { life }, on) => {
  const { schoolYear } = termOf(on)
  const subject = subjectName(life.subject)
  return {
    schoolYear,
    semester: '9',
    title: `${schoolYear}—${schoolYear + 1}学年${subject}教学工作总结`,
    summaryKind: random.pick(['教学总结', '年度述职', '教研总结']),
    content: `本学年担任${subject}教学，按课程标准备课、上课，围绕“${topicOf(random, life.subject)}”改进课堂，坚持当堂反馈与个别辅导。参加集体备课和听课评课，承担一次校内公开课。不足之处是对学困生的跟踪还不够细，下学年将建立学习档案，逐人改进。`,
    selfEvaluation: random.code({ 2: 80, 1: 20 }),
  }
}

/** 交流轮岗: a school year elsewhere, ended when it is handed in. */
const rotation: Maker = (random, { life, teacher, places }, on) => {
  const start = `${yearOf(on) - 1}-09`
  if (start <= life.workStart || start < life.orgEntry) return null
  const kind = random.pick(['1', '1', '5', '7', '3', '6'])
  const target = `${places.area}${random.pick(['石门', '榕村', '沙尾', '麻汕', '山背', '荔潭'])}${life.stage === '3' || life.stage === '4' ? '初级中学' : '小学'}`
  return {
    rotationType: kind,
    teacherFlow: kind === '3' ? '2' : '3',
    transferPersonnel: false,
    startMonth: start,
    endMonth: monthsLater(start, 10),
    originUnit: teacher.school.name,
    targetUnit: target,
    targetUrbanRural: kind === '3' ? '121' : random.pick(['210', '220']),
    description: `任教${subjectName(life.subject)}，每周承担一次校本教研。`,
  }
}

const abroad = [
  ['826', '英国利德维尔大学', '6', '粤东西北骨干教师境外研修'],
  ['702', '新加坡南岛教育学院', '6', '中小学校长境外培训'],
  ['036', '澳大利亚蓝湾大学', '1', '英语教师境外进修'],
  ['344', '香港维城教育大学', '8', '粤港姊妹学校交流'],
] as const

/** 海外研修（访学）. */
const overseasStudy: Maker = (random, { life, places }, on) => {
  const [country, institution, kind, project] = random.pick(abroad)
  const start = plusDays(on, -random.int(40, 90))
  if (start.slice(0, 7) <= life.workStart) return null
  return {
    overseasKind: kind,
    startDate: start,
    endDate: plusDays(start, random.int(13, 28)),
    country,
    institution,
    projectName: `${yearOf(start)}年${project}`,
    organizer: random.pick(['广东省教育厅', places.cityBureau]),
    fundKind: '1',
    content: '听课与学校参访，撰写研修报告一份，回校作专题分享一次。',
  }
}

/** 入选人才项目. */
const talentProject: Maker = (random, { life, places }, on) => {
  const code = random.code({ 42: 30, 41: 12, 43: 14, 35: 22, 34: 10, 31: 6, 28: 8, 23: 3, 24: 1 })
  const year = yearOf(on)
  if (`${year}-01` <= life.workStart) return null
  const level = code.slice(0, 1)
  const issuer = level === '4' ? places.areaBureau : level === '3' ? places.cityBureau : '广东省教育厅'
  const date = plusDays(on, -random.int(20, 60))
  return {
    talentProject: code,
    talentLevel: level,
    selectedYear: yearOf(date),
    selectedDate: date,
    issuer,
    docNo: `${issuer.slice(0, 2)}教〔${yearOf(date)}〕${random.int(3, 120)}号`,
    validUntil: `${yearOf(date) + 3}-12-31`,
    isInPost: true,
  }
}

/** What the teacher hands in about service, by type; also used for the years before. */
export const serviceMakers: Readonly<Record<string, Maker>> = {
  teachingRecord: teachingOf,
  educationWork,
  workSummary,
  rotation,
  overseasStudy,
  talentProject,
  workExperience: (random, about, on) => {
    // An earlier stretch that had been forgotten: a summer of substitute teaching before the first job, or a
    // secondment.
    const from = monthsLater(about.life.workStart, -random.int(6, 10)) ?? about.life.workStart
    const station = {
      unit: `${about.places.area}${random.pick(['红树林', '海堤', '竹林'])}小学`,
      from,
      to: null,
      rural: true,
    }
    return monthOf(on) > about.life.workStart
      ? { ...workOf(random, about, station, monthsLater(about.life.workStart, -2)), position: '代课教师' }
      : null
  },
}
