import type { Values } from '../../server/engine/records/index.ts'
import {
  appeal,
  approve,
  DAY,
  discard,
  draft,
  look,
  type Moment,
  type RecordLife,
  reject,
  sendBack,
  submit,
  takeOutOfForce,
  withdraw,
} from '../../server/engine/bulk/index.ts'
import { courseWithoutDegree, degreeBesideWork, secondBachelor } from '../region/studies.ts'
import { daysAfter, officeTime } from '../writing/moment.ts'
import type { Random } from '../writing/random.ts'
import { evidenceFor, reviewerOf, type Archive, type Scene } from './scene.ts'

/** One thing that is going on with one teacher, `days` ago. */
export interface Case {
  readonly scene: Scene
  readonly archive: Archive
  readonly random: Random
  readonly days: number
}

/**
 * A moment `days` ago in office hours. Nothing happens today: the region must not have a future before noon.
 */
const ago = ({ random }: Case, days: number): Moment => officeTime(random, -days - 1)

/** Begins a new study experience. */
function begin(c: Case, values: Values, at: Moment, files = true): RecordLife {
  const { scene, archive, random } = c
  const story = scene.ledger.open('studyExperience', archive.teacher.owner, at)
  const evidence = files ? evidenceFor(scene, random, archive.teacher, values, at) : []
  draft(story, { by: archive.teacher.hand, at }, values, evidence)
  return story
}

function handIn(c: Case, story: RecordLife, at: Moment): void {
  submit(story, { by: c.archive.teacher.hand, at })
}

/** A new study experience handed in `days` ago. */
function submitted(c: Case, values: Values): RecordLife {
  const story = begin(c, values, ago(c, c.days + 1))
  handIn(c, story, ago(c, c.days))
  return story
}

const fresh = (c: Case): Values =>
  c.random.chance(0.6)
    ? degreeBesideWork(c.random, c.archive.teacher.life)
    : secondBachelor(c.random, c.archive.teacher.life)

const settledStudy = (c: Case): RecordLife => {
  const found = c.archive.studies[0]
  if (!found) throw new Error('demo: no study experience in force')
  return found
}

/** 退回 of what was handed in, two days later. */
function returned(c: Case, values: Values = fresh(c)): RecordLife {
  const story = submitted({ ...c, days: c.days + 2 }, values)
  const office = reviewerOf(c.scene, story)
  const at = ago(c, c.days)
  look(story, { by: office, at: at - 300_000 })
  const fields = c.random.pick([
    [{ key: 'degreeCertNo', reason: '学位证书编号与佐证材料不一致' }],
    [
      { key: 'attachments', reason: '证书照片看不清，请重新拍照上传' },
      { key: 'endMonth', reason: '毕业年月与证书不一致' },
    ],
    [{ key: 'educationSchool', reason: '院校名称须写证书上的全称' }],
  ])
  sendBack(story, { by: office, at }, fields, '请按栏目后的说明修改后再提交')
  return story
}

function rejected(c: Case): RecordLife {
  const story = submitted({ ...c, days: c.days + 3 }, courseWithoutDegree(c.random, c.archive.teacher.life))
  reject(
    story,
    { by: reviewerOf(c.scene, story), at: ago(c, c.days) },
    '课程研修不属于学历或学位教育，不作为学习经历登记',
  )
  return story
}

/** What a study experience may be going through, by name. */
export const studyCases = {
  waiting: (c: Case) => void submitted(c, fresh(c)),
  /** 学历 其他 without a degree: to be looked at. */
  warned: (c: Case) => void submitted(c, courseWithoutDegree(c.random, c.archive.teacher.life)),
  /** The same school, level and beginning as one in force: to be looked at. */
  twin: (c: Case) =>
    void submitted(c, {
      ...settledStudy(c).row?.values,
      educationCertNo: `${990_000_000 + c.random.int(1, 9_999)}`,
    }),
  /** A change of one in force. */
  changed(c: Case) {
    const story = settledStudy(c)
    const serial = String(c.random.int(100_000, 999_999))
    const year = String(story.row?.values['endMonth']).slice(0, 4)
    const values = c.random.chance(0.5)
      ? { educationCertNo: `991011${year}05${serial}`, studyUnitType: '1' }
      : {
          endMonth: `${year}-07`,
          major: `${String(story.row?.values['major'])}教育`,
          educationCertNo: `991021${year}05${serial}`,
        }
    draft(story, { by: c.archive.teacher.hand, at: ago(c, c.days + 1) }, values)
    handIn(c, story, ago(c, c.days))
  },
  /** Returned, mended, handed in again. */
  again(c: Case) {
    const story = returned({ ...c, days: c.days + 2 })
    const mended = { degreeCertNo: `99101320${c.random.int(10, 24)}${c.random.int(100_000, 999_999)}` }
    draft(story, { by: c.archive.teacher.hand, at: ago(c, c.days + 1) }, mended)
    handIn(c, story, ago(c, c.days))
  },
  drafted(c: Case) {
    const begun = {
      ...fresh(c),
      ...c.random.pick([{ endMonth: null }, { major: null, studyMode: null }, {}]),
    }
    begin(c, begun, ago(c, c.days), c.random.chance(0.5))
  },
  returned: (c: Case) => void returned(c),
  rejected: (c: Case) => void rejected(c),
  appealed(c: Case) {
    const story = rejected({ ...c, days: c.days + 4 })
    appeal(
      story,
      { by: c.archive.teacher.hand, at: ago(c, c.days) },
      '该研修由省教育厅委托举办，结业证书编号可查，请复核',
    )
  },
  withdrawn(c: Case) {
    const story = submitted({ ...c, days: c.days + 1 }, fresh(c))
    withdraw(story, { by: c.archive.teacher.hand, at: ago(c, c.days) })
  },
  /** In force for a while, then found to be wrong. */
  voided(c: Case) {
    const at = officeTime(c.random, -c.days - 200)
    const story = begin(c, courseWithoutDegree(c.random, c.archive.teacher.life), at)
    const next = daysAfter(c.random, at, 1, 2)
    handIn(c, story, next)
    const office = reviewerOf(c.scene, story)
    const passed = daysAfter(c.random, next, 1, 4)
    approve(story, { by: office, at: passed })
    takeOutOfForce(
      story,
      { by: office, at: Math.min(daysAfter(c.random, passed, 60, 150), -DAY) },
      '经核实该证书无效，予以作废',
    )
  },
  discarded(c: Case) {
    const story = begin(c, fresh(c), ago(c, c.days + 3))
    discard(story, { by: c.archive.teacher.hand, at: ago(c, c.days) })
  },
} as const satisfies Readonly<Record<string, (c: Case) => void>>

/** A change to basic information that a teacher may well make. */
function change(c: Case): Values {
  const now = c.archive.basic.row?.values ?? {}
  const other = (key: string, codes: readonly string[]) =>
    c.random.pick(codes.filter((code) => code !== now[key]))
  return c.random.pick([
    () => ({ maritalStatus: other('maritalStatus', ['10', '20', '40']) }),
    () => ({
      postOccupation: other('postOccupation', ['21', '22', '23', '24']),
      itCapability: other('itCapability', ['1', '2', '3']),
    }),
    () => ({
      isBackboneTeacher: now['isBackboneTeacher'] !== true,
      householdType: other('householdType', ['1', '2', '3']),
    }),
    () => ({
      itCapability: other('itCapability', ['1', '2', '3']),
      healthStatus: other('healthStatus', ['1', '2']),
    }),
  ])()
}

function basicIn(c: Case): RecordLife {
  const story = c.archive.basic
  const changed = change(c)
  draft(story, { by: c.archive.teacher.hand, at: ago(c, c.days + 1) }, changed)
  handIn(c, story, ago(c, c.days))
  return story
}

function basicBack(c: Case): RecordLife {
  const story = basicIn({ ...c, days: c.days + 2 })
  const office = reviewerOf(c.scene, story)
  const at = ago(c, c.days)
  look(story, { by: office, at: at - 200_000 })
  const [key = 'postOccupation'] = Object.keys(story.definition.fields).filter((k) =>
    story.revisions.at(-1)?.changed.includes(k),
  )
  sendBack(story, { by: office, at }, [{ key, reason: '与人事档案不一致，请核对后再提交' }])
  return story
}

/** What basic information may be going through, by name. */
export const basicCases = {
  waiting: (c: Case) => void basicIn(c),
  again(c: Case) {
    const story = basicBack({ ...c, days: c.days + 2 })
    draft(
      story,
      { by: c.archive.teacher.hand, at: ago(c, c.days + 1) },
      { partyJoinDate: null, politicalStatus: ['13'] },
    )
    handIn(c, story, ago(c, c.days))
  },
  drafted: (c: Case) => {
    const changed = change(c)
    draft(c.archive.basic, { by: c.archive.teacher.hand, at: ago(c, c.days) }, changed)
  },
  returned: (c: Case) => void basicBack(c),
  rejected(c: Case) {
    const story = basicIn({ ...c, days: c.days + 2 })
    reject(
      story,
      { by: reviewerOf(c.scene, story), at: ago(c, c.days) },
      '所改内容没有依据，如有异议可以申诉',
    )
  },
  withdrawn(c: Case) {
    const story = basicIn({ ...c, days: c.days + 1 })
    withdraw(story, { by: c.archive.teacher.hand, at: ago(c, c.days) })
  },
  discarded(c: Case) {
    const changed = change(c)
    draft(c.archive.basic, { by: c.archive.teacher.hand, at: ago(c, c.days + 2) }, changed)
    discard(c.archive.basic, { by: c.archive.teacher.hand, at: ago(c, c.days) })
  },
} as const satisfies Readonly<Record<string, (c: Case) => void>>
