import { labelOf } from '../../catalogue/dictionaries/dictionaries.ts'
import type { Values } from '../../server/engine/records/index.ts'
import { apply } from '../../server/engine/bulk/index.ts'
import { placeOf, type Institution } from '../region/institutions.ts'
import type { Teacher } from '../region/people.ts'
import { officeTime } from '../writing/moment.ts'
import type { Random } from '../writing/random.ts'
import type { Scene } from './scene.ts'

const MOST = 9
/** A list of members holds no more. */
const LARGEST = 45

interface Group {
  readonly name: string
  readonly kind: string
  readonly stage: string
  readonly subject: string | null
  readonly members: readonly Teacher[]
}

/** The word before a subject's brackets: 信息技术（信息科技） is called 信息技术 in a school. */
const shortName = (subject: string): string => labelOf('subject', subject).replace(/（.*$/, '')

/** The groups of one stage: by subject where at least three teach it. */
function subjectGroups(staff: readonly Teacher[], stage: string, most: number, prefix: string): Group[] {
  const bySubject = Map.groupBy(
    staff.filter((t) => t.life.stage === stage),
    (t) => t.life.subject,
  )
  return [...bySubject]
    .filter(([, members]) => members.length >= 3)
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, most)
    .map(([subject, members]): Group => ({
      name: `${prefix}${shortName(subject)}科组`,
      kind: '1',
      stage,
      subject,
      members,
    }))
}

/** The groups of a school: by stage and subject where at least three teach it, the others together. */
function groupsOf(staff: readonly Teacher[]): Group[] {
  const stages = [...new Set(staff.map((t) => t.life.stage))].sort()
  const stage = stages[0] ?? '2'
  const prefixOf = (s: string) => (stages.length > 1 ? ({ 2: '小学', 3: '初中', 4: '高中' }[s] ?? '') : '')
  const groups = stages.flatMap((s) => subjectGroups(staff, s, stages.length > 1 ? 4 : MOST - 1, prefixOf(s)))
  const rest = staff.filter((t) => !groups.some(({ members }) => members.includes(t))).slice(0, LARGEST)
  if (rest.length > 0) groups.push({ name: '综合组', kind: '4', stage, subject: null, members: rest })
  if (groups.length < 2)
    groups.push({ name: '青年教师组', kind: '9', stage, subject: null, members: staff.slice(0, 5) })
  return groups
}

function valuesOf(random: Random, group: Group, school: Institution, nth: number): Values {
  const [leader, ...others] = random.shuffled(group.members)
  const ids = (list: readonly Teacher[]) => (list.length === 0 ? null : list.map((t) => t.id))
  const deputies = others.length > 4 ? others.slice(0, 1) : []
  const founded = Math.max(Number(school.openedOn.slice(0, 4)), 2004) + random.int(0, 8)
  return {
    name: group.name,
    groupKind: group.kind,
    schoolStage: group.stage,
    subject: group.subject,
    leader: leader?.id ?? null,
    deputies: ids(deputies),
    members: ids(others.filter((t) => !deputies.includes(t))),
    foundMonth: `${founded}-09`,
    introduction: random.chance(0.4) ? `每周三下午集体备课，每学期至少两次公开课。` : null,
    sortNo: nth + 1,
    enabled: true,
  }
}

/** Writes the subject groups of a school, entered by its officer. */
export function writeGroups(scene: Scene, key: string): void {
  const staff = scene.region.staff(key)
  const [first] = staff
  if (!first) return
  const { school } = first
  const random = scene.random.fork(`groups/${school.code}`)
  const owner = {
    id: school.id,
    kind: 'institution' as const,
    personId: null,
    name: school.name,
    ...placeOf(school),
  }
  groupsOf(staff).forEach((group, nth) => {
    const at = officeTime(random, -random.int(100, 700))
    apply(
      scene.ledger.open('subjectGroup', owner, at),
      { by: scene.region.officer(school.id), at },
      valuesOf(random, group, school, nth),
    )
  })
  if (key === 'senior' || key === 'junior') writeResearchGroups(scene, staff)
}

/** Groups of the district over its schools, led by teachers of this one, who are its full-time researchers. */
function writeResearchGroups(scene: Scene, staff: readonly Teacher[]): void {
  const district = scene.region.institutions.find(({ id }) => id === staff[0]?.school.parentId)
  if (!district) return
  const random = scene.random.fork(`research-groups/${district.code}`)
  const place = placeOf(district)
  const owner = {
    id: district.id,
    kind: 'institution' as const,
    personId: null,
    name: district.name,
    ...place,
  }
  for (const subject of ['13', '14', '41']) {
    const members = staff.filter(({ life }) => life.subject === subject)
    const [leader, ...others] = members
    if (!leader || leader.life.stage === null) continue
    const at = officeTime(random, -random.int(60, 500))
    apply(
      scene.ledger.open('researchGroup', owner, at),
      { by: scene.region.officer(district.id), at },
      {
        name: `${labelOf('schoolStage', leader.life.stage)}${shortName(subject)}教研组`,
        schoolStage: leader.life.stage,
        subject,
        leader: leader.id,
        members: others.slice(0, LARGEST).map(({ id }) => id),
        foundMonth: '2021-09',
        introduction: '每月一次区域教研，轮流在各校举行。',
        enabled: true,
      },
    )
    // Some lead their subject already.
    if (scene.ledger.recordsOf(leader.owner, 'researchTeam').length > 0) continue
    apply(
      scene.ledger.open('researchTeam', leader.owner, at),
      { by: scene.region.officer(district.id), at },
      {
        teamKind: '1',
        schoolStage: leader.life.stage,
        subject,
        startDate: '2023-09-01',
        isFullTime: true,
        introduction: '每周到校听课两天，负责本学科的区域教研和命题指导。',
      },
    )
  }
}
