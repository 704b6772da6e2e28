import type { Values } from '../../server/engine/records/index.ts'
import type { Random } from '../writing/random.ts'
import { plusDays, serial, subjectName, yearOf, type About, type Maker } from './about.ts'

interface Honour {
  readonly title: string
  readonly level: string
  readonly name: (about: About, year: number) => string
  readonly unit: (about: About) => string
}

const schoolUnit = ({ teacher }: About) => teacher.school.name
const honours: readonly (readonly [Honour, number])[] = [
  [{ title: '09', level: '60', name: (_, y) => `${y}—${y + 1}学年校优秀教师`, unit: schoolUnit }, 30],
  [{ title: '10', level: '60', name: (_, y) => `${y}—${y + 1}学年校优秀班主任`, unit: schoolUnit }, 20],
  [
    {
      title: '09',
      level: '52',
      name: ({ places }, y) => `${y}年${places.area}优秀教师`,
      unit: ({ places }) => places.areaBureau,
    },
    20,
  ],
  [
    {
      title: '10',
      level: '52',
      name: ({ places }, y) => `${y}年${places.area}优秀班主任`,
      unit: ({ places }) => places.areaBureau,
    },
    10,
  ],
  [
    {
      title: '12',
      level: '52',
      name: ({ places }, y) => `${y}年${places.area}师德标兵`,
      unit: ({ places }) => places.areaBureau,
    },
    5,
  ],
  [
    {
      title: '09',
      level: '41',
      name: ({ places }, y) => `${y}年${places.city}优秀教师`,
      unit: ({ places }) => places.cityBureau,
    },
    8,
  ],
  [
    {
      title: '11',
      level: '41',
      name: ({ places }, y) => `${y}年${places.city}先进教育工作者`,
      unit: ({ places }) => places.cityBureau,
    },
    3,
  ],
  [{ title: '07', level: '31', name: (_, y) => `${y}年南粤优秀教师`, unit: () => '广东省教育厅' }, 2],
  [
    { title: '99', level: '23', name: (_, y) => `${y}年广东省三八红旗手`, unit: () => '广东省妇女联合会' },
    0.6,
  ],
]

/** 奖励与荣誉; `provincial` ones are reviewed by the city too. */
export const honourOf = (random: Random, about: About, on: string, provincial = false): Values => {
  const chosen = provincial ? honours.filter(([h]) => ['23', '31'].includes(h.level)) : honours
  const { title, level, name, unit } = random.weighted(chosen)
  return {
    honorTitle: title,
    honorName: name(about, yearOf(on)),
    awardCategory: random.code({ 1: 70, 4: 24, 3: 6 }),
    adminLevel: level,
    awardRank: '6',
    awardWay: '2',
    awardDate: on,
    awardUnit: unit(about),
    certificateNo: random.chance(0.4) ? `RY${serial(about, random)}` : null,
  }
}

/** 惩处记录; very few. The period of effect follows from the kind. */
export function punishmentOf(random: Random, about: About, on: string): Values {
  const [kind, months, reason, words] = random.pick([
    ['11', 6, '10', '假期在校外机构有偿补课，经查属实，退还所收费用。'],
    ['12', 12, '05', '课堂上罚站学生，处理方式不当，已向学生和家长道歉。'],
    ['34', null, '12', '多次迟到、早退，经提醒未改。'],
    ['32', null, '12', '未按规定请假外出。'],
  ] as const)
  const until = months === null ? null : plusDays(on, Math.round(months * 30.4) + 1)
  return {
    punishmentKind: kind,
    punishmentReason: reason,
    occurDate: plusDays(on, -random.int(30, 120)),
    description: words,
    punishUnit: months === null ? about.teacher.school.name : about.places.areaBureau,
    punishDate: on,
    docNo: months === null ? null : `${about.places.area}教处〔${yearOf(on)}〕${random.int(1, 12)}号`,
    influenceUntil: until,
  }
}

/** 师德测评 of one side that judges. */
export function ethicsReviewOf(random: Random, year: number, reviewer: string): Values {
  const weights: Readonly<Record<string, number>> = { 1: 10, 2: 20, 3: 30, 4: 20, 5: 20 }
  const score = random.int(860, 995) / 10
  return {
    assessYear: year,
    reviewer,
    score: score.toFixed(1),
    weight: weights[reviewer] ?? 20,
    participantCount: reviewer === '1' ? null : random.int(8, 52),
    suggestResult: score >= 95 ? '1' : '2',
    comment: reviewer === '5' ? '师德表现良好，家长、学生反映好。' : null,
  }
}

const relatives = ['10', '51', '52', '20', '30'] as const

/** 家庭主要成员: spouse, parents, children, in this order. Everything invented. */
export function relativeOf(random: Random, about: About, nth: number): Values {
  const relation = relatives[nth % relatives.length] ?? '51'
  const { life } = about
  const born = yearOf(life.birthDate)
  const year =
    relation === '10'
      ? born + random.int(-3, 3)
      : relation === '51' || relation === '52'
        ? born - random.int(23, 30)
        : born + random.int(25, 30)
  const surname =
    relation === '10' || relation === '52'
      ? random.pick(['陈', '林', '黄', '李', '梁', '张', '冯'])
      : life.name.slice(0, 1)
  const works =
    relation === '20' || relation === '30'
      ? ['在读', '在读', '待业']
      : ['务农', '退休', '个体经营', '某镇卫生院医生', '某中学教师', '某公司职员']
  const work = random.pick(works)
  return {
    relation,
    name: `${surname}${random.pick(['志', '文', '秀', '家', '小'])}${random.pick(['强', '芬', '明', '怡', '林'])}`,
    birthDate:
      year > 2024
        ? null
        : `${Math.min(year, 2024)}-${random.pick(['03', '06', '09', '11'])}-${random.pick(['05', '12', '21'])}`,
    politicalStatus: null,
    unitAndDuty: work,
    isTeacher: work.includes('教师'),
  }
}

const others: readonly (readonly [category: string, title: string])[] = [
  ['社会兼职', '县区作家协会会员'],
  ['志愿服务', '海滩清洁志愿活动'],
  ['志愿服务', '社区四点半课堂义务辅导'],
  ['社会兼职', '县区语言文字工作测评员'],
]

/** 其他信息. */
export function otherOf(random: Random, about: About, on: string): Values {
  const [category, title] = random.pick(others)
  return {
    category,
    title,
    occurDate: on,
    content: `作为${subjectName(about.life.subject)}教师参加，得到主办方书面感谢。`,
  }
}

export const honourMakers: Readonly<Record<string, Maker>> = {
  rewardHonor: (random, about, on) => honourOf(random, about, on),
}
