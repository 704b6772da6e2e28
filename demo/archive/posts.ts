import type { Post, Title } from '../region/careers.ts'
import type { Values } from '../../server/engine/records/index.ts'
import { monthsLater } from '../../catalogue/rules/compare.ts'
import type { Random } from '../writing/random.ts'
import { monthOf, plusDays, serial, yearOf, type About, type Maker } from './about.ts'

/** 职称评定 of a title in a career. */
export function certificationOf(random: Random, about: About, title: Title): Values {
  const { life, places } = about
  const obtained = `${title.month}-${title.assessed ? '20' : '25'}`
  const bySubject = ['85', '81', '84', '80', '83', '82'].includes(life.subject) ? '85' : life.subject
  const unit =
    title.level <= 1
      ? '广东省中小学教师正高级职称评审委员会'
      : title.level === 2
        ? `${places.city}中小学教师高级职称评审委员会`
        : title.level === 3
          ? `${places.area}中小学教师中级职称评审委员会`
          : `${places.area}人力资源和社会保障局`
  return {
    titleSeries: title.series,
    professionalTitle: title.code,
    titleSubject: bySubject,
    obtainWay: title.assessed ? '2' : '1',
    obtainDate: obtained,
    certificateNo: `44${yearOf(obtained)}${serial(about, random)}`,
    issueDate: plusDays(obtained, random.int(20, 70)),
    reviewUnit: unit,
    docNo: `${places.city.slice(0, 2)}人社职〔${yearOf(obtained)}〕${random.int(2, 180)}号`,
  }
}

/** 专业技术职务聘任. */
export function appointmentOf(
  random: Random,
  about: About,
  title: Title,
  unit: string,
  from: string,
  to: string | null,
): Values {
  return {
    titleSeries: title.series,
    professionalTitle: title.code,
    appointMonth: from,
    appointEndMonth: to,
    appointUnit: unit,
    appointStatus: '11',
    appointDocNo: `${about.places.area}教聘〔${from.slice(0, 4)}〕${random.int(1, 90)}号`,
  }
}

/** 岗位聘任; the school duty goes with the present post. */
export function postOf(random: Random, about: About, post: Post, to: string | null): Values {
  const { duty } = about.career
  const withDuty = post.to === null && duty !== '00' && !['998', '999'].includes(post.grade)
  const started = monthsLater(post.from, random.int(0, 2)) ?? post.from
  return {
    positionCategory: '1',
    positionGrade: post.grade,
    appointMonth: post.from,
    appointEndMonth: to,
    appointUnit: post.unit,
    appointStatus: '11',
    isConcurrent: false,
    schoolDuty: withDuty ? duty : '00',
    ...(withDuty && {
      dutyCategory: duty === '04' ? '22' : null,
      dutyStartMonth: started,
      dutyDocNo: `${about.places.area}教干〔${started.slice(0, 4)}〕${random.int(1, 60)}号`,
    }),
    department:
      withDuty && ['06', '07'].includes(duty)
        ? random.pick(['教务处', '德育处', '总务处', '办公室', '教研室'])
        : null,
  }
}

/** 聘用合同 of some years from a month on; the school keeps it. */
export function contractOf(random: Random, about: About, from: string, years: number | null): Values {
  const start = `${from}-01`
  const end = years === null ? null : plusDays(`${monthsLater(from, years * 12) ?? from}-01`, -1)
  return {
    contractNo: `YJHT${from.slice(0, 4)}${serial(about, random)}`,
    contractKind: '1',
    contractTerm: years === null ? '2' : '1',
    signDate: plusDays(start, -random.int(3, 20)),
    startDate: start,
    endDate: end,
    probationEndDate: from === about.life.workStart ? plusDays(start, 364) : null,
    employer: about.teacher.school.name,
    positionCategory: '1',
  }
}

const nextLevel = (level: number | undefined): 1 | 2 | 3 | 4 | null =>
  level === undefined ? 4 : level === 4 ? 3 : level === 3 ? 2 : null

/** The next title of a career, obtained on a day: what somebody hands in this year. */
function nextTitle(about: About, on: string): Title | null {
  const level = nextLevel(about.career.titles.at(-1)?.level)
  if (level === null) return null
  const series = about.life.stage === '6' ? '020' : '050'
  return {
    level,
    series,
    code: `${series === '050' ? '05' : '02'}${level}`,
    month: monthOf(plusDays(on, -60)),
    assessed: level === 4,
  }
}

/** What somebody might hand in now, by type. */
export const newPosts: Readonly<Record<string, Maker>> = {
  titleCertification(random, about, on) {
    const title = nextTitle(about, on)
    return title && { ...certificationOf(random, about, title), issueDate: null }
  },
  techPositionAppointment(random, about, on) {
    // A new appointment to the title one has: after a move, or for another term.
    const now = about.career.appointments.at(-1)
    return now
      ? appointmentOf(random, about, now.title, about.teacher.school.name, monthOf(plusDays(on, -30)), null)
      : null
  },
  postAppointment(random, about, on) {
    const now = about.career.posts.at(-1)
    const from = monthOf(plusDays(on, -30))
    if (!now || now.grade === '998' || now.from >= from) return null
    const up: Readonly<Record<string, string>> = {
      112: '111',
      110: '109',
      109: '108',
      107: '106',
      106: '105',
    }
    return postOf(
      random,
      about,
      { grade: up[now.grade] ?? now.grade, unit: about.teacher.school.name, from, to: null },
      null,
    )
  },
}
