import { appeal, approve, draft, look, reject, sendBack, submit } from '../../server/engine/bulk/index.ts'
import { degreeBesideWork, secondBachelor, study } from '../region/studies.ts'
import { daysAfter, officeTime } from '../writing/moment.ts'
import { basicCases } from './cases.ts'
import { evidenceFor, reviewerOf, type Archive, type Scene } from './scene.ts'

/** What 林疏影 has beside the bachelor's degree of her archive: a returned change, a draft, one in review. */
export function tellTeacher(scene: Scene, archive: Archive): void {
  const { teacher } = archive
  const { hand, life } = teacher
  const random = scene.random.fork('known/teacher')
  const passed = officeTime(random, -420)
  const values = study({
    educationLevel: '15',
    educationSchool: '粤海师范大学',
    major: '学科教学（语文）',
    isNormalMajor: true,
    startMonth: '2020-09',
    endMonth: '2023-06',
    studyMode: '9',
    studyUnitType: '2',
    educationCertNo: '991016202306000218',
  })
  const story = scene.ledger.open('studyExperience', teacher.owner, passed)
  draft(story, { by: hand, at: passed }, values, [scene.evidence.upload('completion', hand.id, passed)])
  const submitted = daysAfter(random, passed, 1, 1)
  submit(story, { by: hand, at: submitted })
  approve(story, { by: reviewerOf(scene, story), at: daysAfter(random, submitted, 2, 3) })
  const changed = officeTime(random, -9)
  const degree = {
    degreeLevel: '3',
    degree: '342',
    degreeType: '22',
    degreeCountry: '156',
    degreeSchool: '粤海师范大学',
    degreeMonth: '2024-06',
    degreeCertNo: '9910132024000128',
  }
  const files = [...(story.row?.attachments ?? []), scene.evidence.upload('report', hand.id, changed)]
  draft(story, { by: hand, at: changed }, degree, files)
  submit(story, { by: hand, at: officeTime(random, -8) })
  const office = reviewerOf(scene, story)
  const back = officeTime(random, -4)
  look(story, { by: office, at: back - 420_000 })
  sendBack(story, { by: office, at: back }, [
    { key: 'degreeCertNo', reason: '学位证书编号与佐证材料不一致' },
    { key: 'attachments', reason: '缺学位证书或学位认证报告' },
  ])
  const begun = officeTime(random, -3)
  const unfinished = { ...secondBachelor(random, life), endMonth: null, educationCertNo: null }
  draft(scene.ledger.open('studyExperience', teacher.owner, begun), { by: hand, at: begun }, unfinished, [])
  waitingStudy(scene, archive, 5)
}

function waitingStudy(scene: Scene, archive: Archive, days: number) {
  const { teacher } = archive
  const random = scene.random.fork(`known/waiting/${teacher.id}/${days}`)
  const at = officeTime(random, -days - 2)
  const story = scene.ledger.open('studyExperience', teacher.owner, at)
  const values = degreeBesideWork(random, teacher.life)
  draft(story, { by: teacher.hand, at }, values, evidenceFor(scene, random, teacher, values, at))
  submit(story, { by: teacher.hand, at: officeTime(random, -days - 1) })
  return story
}

/**
 * The head of the teaching point is also its school officer: nobody reviews their own, and the county has
 * nobody, so the city holds what the head hands in. One item was refused there and has gone to the province.
 */
export function tellHead(scene: Scene, archive: Archive): void {
  const random = scene.random.fork('known/head')
  waitingStudy(scene, archive, 4)
  const story = waitingStudy(scene, archive, 15)
  reject(story, { by: reviewerOf(scene, story), at: officeTime(random, -10) }, '学位信息无法核实')
  appeal(
    story,
    { by: archive.teacher.hand, at: officeTime(random, -6) },
    '学位证书可在学位网查询，已补充查询结果，请复核',
  )
  basicCases.waiting({ scene, archive, random: random.fork('basic'), days: 2 })
}

/**
 * A teacher of the school directly under the city: one in review at the school, where the steps above lead
 * to the city.
 */
export function tellCityTeacher(scene: Scene, archive: Archive): void {
  waitingStudy(scene, archive, 3)
}
