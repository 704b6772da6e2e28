import { monthsLater } from '../../catalogue/rules/compare.ts'
import type { Random } from '../writing/random.ts'
import {
  dayIn,
  gradeOf,
  monthOf,
  serial,
  subjectName,
  termOf,
  topicOf,
  yearOf,
  type About,
  type Maker,
} from './about.ts'

const stageNames: Readonly<Record<string, string>> = {
  1: '幼儿园',
  2: '小学',
  3: '初中',
  4: '高中',
  6: '中职',
  A: '特殊教育',
}
const stageName = ({ life }: About) => stageNames[life.stage] ?? '中小学'
const workTitle = (random: Random, about: About): string => {
  const topic = topicOf(random, about.life.subject)
  const subject = subjectName(about.life.subject)
  return random.pick([
    `${stageName(about)}${subject}“${topic}”教学的实践与思考`,
    `基于“${topic}”的${stageName(about)}${subject}教学策略研究`,
    `“${topic}”在农村${stageName(about)}${subject}课堂中的应用`,
    `指向核心素养的${subject}“${topic}”教学初探`,
  ])
}

/** Who gives what at which level: level of a project, level of administration, institution. */
type LevelLine = readonly [project: string, admin: string, unit: (about: About) => string]
const levels: readonly LevelLine[] = [
  ['5', '60', ({ teacher }: About) => teacher.school.name],
  ['4', '52', ({ places }: About) => places.areaBureau],
  ['3', '41', ({ places }: About) => places.cityBureau],
  ['2', '31', () => '广东省教育厅'],
]
const levelFor = (random: Random): LevelLine =>
  random.weighted(levels.map((line, i) => [line, [3, 5, 3, 0.6][i] ?? 1] as const))

const journals = [
  ['漠阳教育', '44-0901/G4', '39'],
  ['南粤课堂', '44-0902/G4', '31'],
  ['中小学教学研究与实践', '44-0903/G4', '29'],
  ['海岸教育评论', '44-0904/G4', '22'],
] as const

const paper: Maker = (random, about, on) => {
  const published = random.chance(0.6)
  const [journal, cn, level] = random.pick(journals)
  const [, adminLevel] = random.pick(levels.slice(1))
  const alone = random.chance(0.75)
  const start = random.int(3, 120)
  return {
    title: workTitle(random, about),
    paperKind: published ? '61' : '63',
    publishMonth: monthOf(on),
    subject: about.life.subject,
    authorRole: alone ? '1' : '2',
    authorCount: alone ? 1 : 2,
    allAuthors: about.life.name,
    isRepresentative: random.chance(0.3),
    ...(published
      ? {
          journalName: journal,
          journalLevel: level,
          cnNo: cn,
          issue: String(random.int(1, 12)),
          startPage: start,
          endPage: start + random.int(1, 4),
          indexKind: '0',
        }
      : { awardRank: random.pick(['2', '3', '4']), awardLevel: adminLevel }),
  }
}

const researchRecord: Maker = (random, about, on) => {
  const [level, , unit] = levelFor(random)
  const start = monthsLater(monthOf(on), -random.int(2, 30)) ?? monthOf(on)
  if (start <= about.life.workStart) return null
  const closed = start < (monthsLater(monthOf(on), -18) ?? '')
  const leader = random.chance(0.3)
  return {
    projectName: `${workTitle(random, about).slice(0, 60)}`,
    projectLevel: level,
    projectCategory: level === '5' ? '6' : random.pick(['3', '3', '6', '4', '2']),
    projectKind: '3',
    projectSource: level === '5' ? '19' : level === '4' ? '18' : '17',
    approvalNo: `KT${start.slice(0, 4)}${serial(about, random)}`,
    approvalUnit: unit(about),
    startMonth: start,
    executionStatus: closed ? '4' : '1',
    endMonth: closed ? monthOf(on) : null,
    closingGrade: closed ? random.pick(['1', '2', '3']) : null,
    projectRole: leader ? '110' : random.pick(['120', '130']),
    awardPosition: leader ? '1' : random.pick(['2', '3', '4', '5', '6']),
    funding: level === '5' ? null : `${random.int(0, 2)}.${random.pick(['20', '50', '80'])}`,
  }
}

const achievementAward: Maker = (random, about, on) => {
  const [, adminLevel, unit] = levelFor(random)
  const from = unit(about)
  return {
    awardName: `${yearOf(on)}年${from.replace(/教育局$|教育厅$/, '')}${random.pick(['教学成果奖', '青年教师教学能力大赛', '优质课评比', '微课大赛', '教学论文评选'])}`,
    resultName: workTitle(random, about),
    awardCategory: random.pick(['1', '1', '2']),
    adminLevel,
    awardRank: random.code({ 2: 25, 3: 40, 4: 35 }),
    awardMonth: monthOf(on),
    awardPosition: random.code({ 1: 70, 2: 14, 3: 8, 0: 8 }),
    awardCountry: '156',
    awardUnit: from,
    certificateNo: random.chance(0.6) ? `HJ${yearOf(on)}${serial(about, random)}` : null,
  }
}

const lessonRecord: Maker = (random, about, on) => {
  const [, adminLevel, unit] = levelFor(random)
  const { life, teacher } = about
  return {
    ...termOf(on),
    title: `${topicOf(random, life.subject)}（第${random.int(1, 3)}课时）`,
    lessonKind: random.code({ 1: 50, 2: 20, 3: 10, 5: 10, 6: 6, 4: 4 }),
    subject: life.subject,
    grade: gradeOf(random, life.stage),
    lessonDate: on,
    place: random.chance(0.7) ? `${teacher.school.name}录播室` : '结对学校多媒体教室',
    teachingMode: '1',
    adminLevel,
    organizer: unit(about),
    audience: random.int(8, 120),
    design: '一、从生活情境引入；二、小组探究与交流；三、当堂练习与反馈；四、学生小结。',
    reflection: '学生参与面较广，小组交流的时间还可以再给足一些。',
  }
}

const activityRecord: Maker = (random, about, on) => {
  const [, adminLevel, unit] = levelFor(random)
  const subject = subjectName(about.life.subject)
  const spoke = random.chance(0.25)
  return {
    title: `${subject}“${topicOf(random, about.life.subject)}”${random.pick(['专题教研', '同课异构', '集体备课', '联合教研'])}`,
    activityKind: random.pick(['01', '02', '03', '04', '09', '10']),
    activityMode: random.code({ 1: 80, 2: 12, 3: 8 }),
    adminLevel,
    activityDate: on,
    place: about.teacher.school.name,
    organizer: unit(about),
    memberRole: random.code({ 9: 74, 4: 14, 1: 12 }),
    subject: about.life.subject,
    content: '观摩两节课，分组评议，备课组长小结。',
    speechTitle: spoke ? `谈“${topicOf(random, about.life.subject)}”的几点做法` : null,
  }
}

const artwork: Maker = (random, about, on) => {
  const kind = about.life.subject === '24' ? '41' : random.pick(['42', '43', '44', '45'])
  const names: Readonly<Record<string, readonly string[]>> = {
    41: ['渔家谣', '漠阳江畔'],
    42: ['行书《滕王阁序》节选', '楷书《爱莲说》'],
    43: ['渔港晨曦', '榕荫'],
    44: ['收网', '课间'],
    45: ['漆盘《海韵》', '风筝《百足》'],
  }
  return {
    title: random.pick(names[kind] ?? ['无题']),
    artworkKind: kind,
    finishDate: on,
    finishPlace: about.places.area,
    projectRole: '100',
    description: '参加县区教师作品展。',
  }
}

const researchReport: Maker = (random, about, on) => ({
  title: `关于${about.places.area}${stageName(about)}${random.pick(['作业负担', '课后服务', '留守儿童阅读', '体质健康', '教研组建设'])}的调查报告`,
  reportKind: random.pick(['1', '3']),
  reportDate: on,
  client: random.chance(0.5) ? about.places.areaBureau : null,
  projectRole: random.pick(['120', '130', '110'].filter((role) => role !== '110')),
})

const resourceKinds = ['01', '02', '03', '05', '07', '08'] as const
const sharedResource: Maker = (random, about, on) => {
  const { life } = about
  const own = random.chance(0.85)
  const kind = random.pick(resourceKinds)
  const kindName = {
    '01': '教学设计',
    '02': '课件',
    '03': '导学案',
    '05': '微课脚本',
    '07': '分层作业',
    '08': '单元卷',
  }[kind]
  return {
    title: `${subjectName(life.subject)}《${topicOf(random, life.subject)}》${kindName}（${yearOf(on)}）`,
    resourceKind: kind,
    schoolStage: life.stage,
    subject: life.subject,
    grade: gradeOf(random, life.stage),
    textbookEdition: random.pick(['01', '02']),
    shareScope: random.code({ 1: 44, 2: 34, 3: 16, 4: 4, 0: 2 }),
    description: '随堂使用过两轮，附使用说明。',
    isOriginal: own,
    sourceNote: own ? null : '据备课组共同讨论稿改编，已得到同组教师同意。',
  }
}

const isbnOf = (random: Random, about: About): string => {
  const body = `9787${String(500_000 + about.teacher.id)}${random.int(10, 99)}`
  const sum = [...body].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0)
  return body + String((10 - (sum % 10)) % 10)
}

const writing: Maker = (random, about, on) => {
  const total = random.int(120, 320)
  return {
    title: `${stageName(about)}${subjectName(about.life.subject)}${random.pick(['课例选编', '作业设计', '单元教学指引', '校本读本'])}`,
    writingKind: random.pick(['12', '12', '14', '21']),
    publisher: random.pick(['漠阳江出版社', '南岭教育出版社', '粤海人民出版社']),
    publisherLevel: '2',
    isbn: isbnOf(random, about),
    publishMonth: monthOf(on),
    projectRole: random.pick(['220', '230', '240', '240']),
    totalWords: `${total}.0`,
    ownWords: `${random.int(12, 60)}.0`,
  }
}

const patent: Maker = (random, about, on) => {
  const software = random.chance(0.5)
  return {
    title: software
      ? `${subjectName(about.life.subject)}课堂练习统计软件V1.0`
      : random.pick(['一种可折叠的教学展示架', '一种物理实验演示装置', '一种防滑教具盒']),
    patentKind: software ? '5' : '2',
    patentNo: software
      ? `${yearOf(on)}SR${serial(about, random)}`
      : `ZL${yearOf(on)}2${serial(about, random).slice(0, 7)}.${random.int(0, 9)}`,
    approveDate: on,
    projectRole: '510',
    awardPosition: '1',
  }
}

/** What a teacher hands in of teaching, research and their results, by type. */
export const researchMakers: Readonly<Record<string, Maker>> = {
  paper,
  researchRecord,
  achievementAward,
  lessonRecord,
  activityRecord,
  artwork,
  researchReport,
  sharedResource,
  writing,
  patent,
}

/** Days in school terms of a year on which such things happen. */
export const schoolDay = (random: Random, year: number): string =>
  dayIn(random, `${year}-${random.pick(['03', '04', '05', '06', '09', '10', '11', '12'])}`)
