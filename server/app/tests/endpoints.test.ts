import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../../catalogue/access/roles.ts'
import { processPath } from '../../../catalogue/processes/reading.ts'
import { processNames, processOf } from '../../../catalogue/processes/processes.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { openSession } from '../../platform/session/session.ts'
import { registry } from '../records.ts'
import { sampleOf } from '../testing/test-sample.ts'
import { testRegion, testKeys, type Person, type Region } from '../testing/test-region.ts'
import { picture, study } from '../testing/test-values.ts'

/**
 * Every call × every principal × whose it is. The calls come from the server itself: a new one with a
 * parameter has to say below what its parameter names, or the test fails. Nothing here says what a call
 * should answer inside the scope; it says that outside of it nobody can tell what exists.
 */

/** One school's worth of things a call can be about. */
interface Things {
  readonly place: string
  readonly teacher: Person
  readonly record: string
  readonly recorded: string
  readonly file: string
  readonly message: string
  readonly session: string
  readonly correction: string
  readonly notice: number
  /** A case about the teacher, by process; each begun by the own school. */
  readonly cases: Readonly<Record<string, string>>
  /** An identity the officer lent to the teacher. */
  readonly deputy: number
  readonly export: number
  /** A reminder to the teacher that did not go out. */
  readonly dispatch: number
  readonly lender: Person
  /** An import of the own institution. */
  readonly task: number
  /** A custom query that the officer keeps. */
  readonly query: number
}

let region: Region
let all: Things[]
let principals: (readonly [name: string, person: Person | null])[]
const none = '0197f1c2-0000-7000-8000-00000000abcd'
const missing = {
  place: 'missing',
  record: none,
  recorded: none,
  file: none,
  message: '999999999',
  session: none,
  correction: none,
  notice: 99_999_999,
  cases: Object.fromEntries(processNames.map((name) => [name, none])),
  deputy: 99_999_999,
  task: 99_999_999,
  export: 999_999_999,
  dispatch: 999_999_999,
  query: 999_999_999,
}

async function thingsOf(place: string, teacher: Person, officer: Person): Promise<Things> {
  const file = await picture(region, teacher)
  const made = await teacher.post('/api/v1/records/studyExperience', { ...study, attachments: [file] })
  await teacher.post(`/api/v1/records/studyExperience/${made.data.id}/submit`, {})
  expect((await officer.post(`/api/v1/records/studyExperience/${made.data.id}/approve`, {})).msg).toBe('ok')
  const { salary } = registry
  if (!salary) throw new Error('salary')
  const recorded = await officer.post('/api/v1/records/salary', {
    ...sampleOf(salary, 3),
    ownerId: teacher.teacherId,
  })
  expect(recorded.msg).toBe('ok')
  const asked = await teacher.post('/api/v1/corrections', {
    type: 'salary',
    recordId: recorded.data.id,
    reason: '请核对',
    fields: [],
  })
  expect(asked.msg).toBe('ok')
  const message = await region.db.one<{ id: string }>(sql`
    insert into message (identity_id, kind, title)
    values (${teacher.identityId}, '1', '测试')
    returning id::text`)
  await openSession(region.db, testKeys, teacher.identityId, { ip: '127.0.0.1', agent: 'other' })
  const session = await region.db.one<{ family: string }>(
    sql`select family from session where identity_id = ${teacher.identityId} limit 1`,
  )
  const notice = await officer.post<{ id: number }>('/api/v1/contents/notice', {
    value: { title: '关于放假的通知', noticeKind: '1', visibility: '2', content: '放假三天。' },
  })
  expect(notice.msg).toBe('ok')
  const [from, until] = [0, 3].map((days) =>
    new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10),
  )
  const lent = await officer.post<{ list: { id: number }[] }>('/api/v1/user/deputies', {
    personId: teacher.personId,
    from,
    until,
  })
  expect(lent.msg).toBe('ok')
  const taken = await officer.post<{ id: number; state: string }>('/api/v1/exports', {
    list: 'roll',
    query: {},
    columns: ['name'],
    format: 'csv',
    purpose: '1',
  })
  expect(taken.data.state).toBe('ready')
  const cases = await casesOf(teacher, officer)
  const task = await region.db.one<{ id: number }>(sql`
    insert into import_job (kind, mode, file_key, file_name, bytes, institution_id, by_identity, status)
    values ('teacher', 'upsert', 'none', '教师.xlsx', 1, ${officer.institutionId}, ${officer.identityId}, '8')
    returning id`)
  const query = await region.db.one<{ id: number }>(sql`
    insert into custom_query (identity_id, institution_id, role, name)
    values (${officer.identityId}, ${officer.institutionId}, 3, ${`查询${place}`})
    returning id`)
  const dispatch = await region.db.one<{ id: number }>(sql`
    insert into dispatch (person_id, channel, institution_id, text, messages, state)
    values (${teacher.personId}, 'mail', ${teacher.institutionId}, '您有 1 条未读消息。', 1, 'givenUp')
    returning id`)
  return {
    dispatch: dispatch.id,
    query: query.id,
    export: taken.data.id,
    cases,
    task: task.id,
    deputy: lent.data.list[0]?.id ?? 0,
    lender: officer,
    notice: notice.data.id,
    place,
    teacher,
    record: made.data.id,
    recorded: recorded.data.id,
    file,
    message: message.id,
    session: session.family,
    correction: asked.data.id,
  }
}

/** Cases of every process about one teacher, handed in, with the own school as their only party. */
async function casesOf({ teacherId }: Person, officer: Person): Promise<Things['cases']> {
  const made = await Promise.all(
    processNames.map(async (type) => {
      const id = uuidv7()
      await region.db.query(sql`
        insert into process_case (institution_id, id, type, state, teacher_id, involved, by_identity, handed_in,
          under_way)
        select i.id, ${id}::uuid, ${type}, 'scheduled', ${teacherId},
          array_remove(array[i.id, i.district_id, i.city_id, i.province_id], null), ${officer.identityId}, true, true
        from institution i
        where i.id = ${officer.institutionId}`)
      return [type, id] as const
    }),
  )
  return { ...missing.cases, ...Object.fromEntries(made) }
}

beforeAll(async () => {
  region = await testRegion('endpoints', undefined, { requestsPerMinute: 12_000 })
  const { people: p, places, db } = region
  const far = await db.one<{ id: number }>(sql`
    insert into institution (parent_id, level, province_id, city_id, code, name, kind, area_code)
    values (${places.otherCity}, 'school', ${places.province}, ${places.otherCity}, 'S6', '邻市中学', '40',
        '441702')
    returning id`)
  const siblingTeacher = await region.add(2, places.sibling, '邻校师')
  all = [
    await thingsOf('own', p.teacher, p.school),
    await thingsOf('same institution', p.colleague, p.school),
    await thingsOf('sibling', siblingTeacher, p.siblingSchool),
    await thingsOf('other district', p.stranger, p.otherSchool),
    await thingsOf('city school', p.cityTeacher, p.citySchool),
    await thingsOf(
      'other city',
      await region.add(2, far.id, '邻市师'),
      await region.add(3, far.id, '邻市员'),
    ),
  ]
  const staff = await Promise.all(
    ([101, 102] as Role[]).map((role) => region.add(role, places.province, `评审${role}`)),
  )
  principals = [
    ['nobody', null],
    ['1', p.admin],
    ['2', p.teacher],
    ['3', p.school],
    ['4', p.area],
    ['5', p.city],
    ['6', p.province],
    ['99', p.expert],
    ['100', p.staff],
    ['101', staff[0] ?? p.staff],
    ['102', staff[1] ?? p.staff],
  ]
})
afterAll(() => region.close())

type Target = Omit<Things, 'teacher' | 'lender'> & { readonly teacherId: number }
const targetOf = ({ teacher, ...rest }: Things): Target => ({ ...rest, teacherId: teacher.teacherId ?? 0 })
const nowhere: Target = { ...missing, teacherId: 2_000_000_000 }
/** The identity of a thing's teacher; a number nobody has where there is none. */
const accountOf = ({ teacherId }: Target) =>
  all.find(({ teacher }) => teacher.teacherId === teacherId)?.teacher.identityId ?? 99_999_999
/** The school of a thing's teacher; a number nobody has where there is none. */
const schoolOf = ({ teacherId }: Target) =>
  all.find(({ teacher }) => teacher.teacherId === teacherId)?.teacher.institutionId ?? 99_999_999

/** Whose things a principal may see at all. */
function reach(who: Person | null, role: string, at: Things): boolean {
  const { people: p } = region
  if (who === null) return false
  if (role === '2') return at.teacher === p.teacher
  const district = ['own', 'same institution', 'sibling']
  return (
    {
      '3': district.slice(0, 2),
      '4': district,
      '5': [...district, 'other district', 'city school'],
      '6': all.map((one) => one.place),
    }[role]?.includes(at.place) ?? false
  )
}

/**
 * Whose is the caller's own in the narrowest sense: messages and sessions are nobody else's, whatever the
 * office.
 */
const onlyOwn = (who: Person | null, _role: string, at: Things) => who === at.teacher

interface Parameter {
  readonly address: (t: Target) => string
  readonly sees: (who: Person | null, role: string, at: Things) => boolean
}
const record: Parameter = { address: (t) => `studyExperience/${t.record}`, sees: reach }

/** What an office manages of the portal; the administrator manages all of it. */
const manages: Parameter['sees'] = (who, role, at) =>
  role === '1' || (['3', '4', '5', '6'].includes(role) && reach(who, role, at))

/**
 * What the parameters of a call name, by the beginning of its address. `null`: it names no one's thing (a
 * type of record, an asset).
 */
const parameters: readonly (readonly [prefix: string, Parameter | null])[] = [
  ['/api/v1/records/:type/:id', record],
  ['/api/v1/records/:type', null],
  // Names a page of statistics; what is counted is the reader's scope (analysis/permission.test.ts).
  ['/api/v1/analysis/:report', null],
  ['/api/v1/analysis/records/:type', null],
  ['/api/v1/corrections/record/:type/:id', { address: (t) => `salary/${t.recorded}`, sees: reach }],
  // A to-do is there for whom it waits, what was handed in for who did (todos/todos.test.ts); nothing of
  // these things waits.
  // The administrator's alone (features/feedback/feedback.test.ts).
  ['/api/v1/feedback/:id/answer', null],
  // The own copy of a person alone (personal-copy/personal-copy.test.ts).
  ['/api/v1/me/copy/:id/file', null],
  // The office's own, and the one that may agree (archive-transfer/archive-transfer.test.ts).
  ['/api/v1/archive-transfer/:id', null],
  // The office's own (forms/office/office-forms.test.ts); nothing here keeps a form.
  ['/api/v1/officeForm/:id', null],
  // What officials of an office hand to each other is theirs (todos/hands.test.ts); nothing of these things is.
  ['/api/v1/todo/hands/:hand', null],
  ['/api/v1/todo/offices/:institution', { address: (t) => String(schoolOf(t)), sees: reach }],
  [
    '/api/v1/todo/submitted/:id/:act',
    { address: (t) => `record.studyExperience.${t.record}/urge`, sees: reach },
  ],
  ['/api/v1/todo/:id/:act', { address: (t) => `record.studyExperience.${t.record}/approve`, sees: reach }],
  ['/api/v1/todo/:id', { address: (t) => `record.studyExperience.${t.record}`, sees: () => false }],
  // Whoever has the address reads it, and nobody can make one (todos/feed.test.ts).
  ['/calendar/:secret', null],
  ['/api/v1/corrections/:id', { address: (t) => t.correction, sees: reach }],
  ['/api/v1/confirmations/:type/:id', { address: (t) => `punishment/${t.record}`, sees: () => false }],
  ['/api/v1/archive/export/:teacherId', { address: (t) => String(t.teacherId), sees: reach }],
  ['/api/v1/archive/:teacherId', { address: (t) => String(t.teacherId), sees: reach }],
  [
    '/api/v1/deliveries/:id/again',
    {
      address: (t) => `${t.dispatch}/again`,
      sees: (who, role, at) => role === '1' || (['3', '4', '5', '6'].includes(role) && reach(who, role, at)),
    },
  ],
  ['/api/v1/deliveries/ofMessage/:id', { address: (t) => t.message, sees: () => false }],
  ['/api/v1/userSystemMessage/confirm/:id', { address: (t) => t.message, sees: onlyOwn }],
  ['/api/v1/userSystemMessage/sent/:id/', { address: (t) => `${t.message}/`, sees: () => false }],
  ['/api/v1/userSystemMessage/read/:id', { address: (t) => t.message, sees: onlyOwn }],
  ['/api/v1/userSystemMessage/:id', { address: (t) => t.message, sees: onlyOwn }],
  ['/api/v1/user/sessions/:id', { address: (t) => t.session, sees: onlyOwn }],
  [
    '/api/v1/user/deputies/:id',
    { address: (t) => String(t.deputy), sees: (who, _, at) => who === at.lender },
  ],
  // Whoever may agree to one sees it while it waits (features/exports/approval.test.ts).
  ['/api/v1/exports/:id', { address: (t) => String(t.export), sees: (who, _, at) => who === at.lender }],
  // Papers are of whoever printed them (forms/forms.test.ts); anybody may ask about a code, and learns as
  // little of one that names none.
  ['/api/v1/forms/', null],
  ['/api/v1/verify/:code', null],
  // Of the school that leads, and of the teachers on its list: features/presence/presence.test.ts.
  ['/api/v1/presence/', null],
  ['/q/:scan', null],
  // Of the office that asks, and of whom it asks: features/surveys/surveys.test.ts.
  ['/api/v1/surveys/', null],
  // Of the school where a lesson is prepared, and of who took its plan along: lesson-prep/preps.test.ts.
  ['/api/v1/preps/:', null],
  // Whose draft it is, on whose way it is and whom it reaches: questions/questions.test.ts.
  ['/api/v1/question/import/:', null],
  ['/api/v1/question/:', null],
  // As questions; a sealed one is the named people's alone: papers/papers.test.ts, papers/sealed.test.ts.
  ['/api/v1/examPaper/:', null],
  // Of its maker, or read by the institutions below: papers/templates.test.ts.
  ['/api/v1/examPaper/templates/:id', null],
  // Of the holder; what is published is for everybody: app/tests/credentials.test.ts.
  ['/api/v1/credentials/', null],
  ['/files/paper/:id', null],
  ['/files/bundle/:id', null],
  // A signed address of what readers see: resources/bundle/bundle.test.ts.
  ['/files/resource/:id', null],
  ['/files/chapter/:id', null],
  // A signed address: whoever has it may use it, and nobody can make one.
  ['/api/v1/file/:key', { address: (t) => t.file, sees: reach }],
  // Somebody else's code answers as one that has ended does (files/from-phone.test.ts).
  ['/api/v1/upload/phone/:id', null],
  // Own files, and schools right below an office: files/quota.test.ts.
  ['/api/v1/fileQuota/files/:id', null],
  ['/api/v1/fileQuota/school/:id', null],
  // Of the identity that began the upload: files/resumable/resumable.test.ts.
  ['/api/v1/tus/:id', null],
  ['/api/v1/tus/:id/file', null],
  ['/files/:id', { address: (t) => t.file, sees: () => false }],
  // All people are the administrator's.
  // Names of the portal's own parts.
  ['/api/v1/overview/connections/:key', null],
  ['/api/v1/overview/steps/:key', null],
  ['/api/v1/userManage/requests/:id', null],
  ['/api/v1/userManage/online/:id', null],
  ['/api/v1/userManage/:id', null],
  // An office keeps accounts of the levels below it only (users/office/office.test.ts).
  [
    '/api/v1/accountManage/:id',
    {
      address: (t) => String(accountOf(t)),
      sees: (who, role, at) => ['3', '4', '5', '6'].includes(role) && reach(who, role, at),
    },
  ],
  [
    '/api/v1/institutionManage/:id',
    { address: (t) => String(schoolOf(t)), sees: (who, role, at) => role === '1' || reach(who, role, at) },
  ],
  // Whom a notice is for, and who holds it: features/research/research.test.ts.
  ['/api/v1/research/notice/:id', null],
  ['/api/v1/declare/batch/:id', null],
  ['/api/v1/declare/open/:id', null],
  // Who made it: features/papers/uses.test.ts.
  ['/api/v1/paperUse/:id', null],
  // Whoever can read the lesson, and the office whose it is: features/support/support.test.ts.
  ['/api/v1/support/', null],
  // Whoever can read the resource, and the office it is for: features/complaints/complaints.test.ts.
  ['/api/v1/home/resource/:id/complaint', null],
  ['/api/v1/complaint/:id', null],
  // Whoever the shelf shows it to: features/resources/library.test.ts. Textbooks are everybody's.
  ['/api/v1/library/resource/:id', null],
  ['/api/v1/curriculum/textbooks/:id', null],
  // Whom a project is for, who hosts it and whose teachers take part: features/training/enrolments.test.ts.
  // Of the host, and of those who have a place: features/teaching/activities.test.ts, lessons.test.ts.
  ['/api/v1/teaching/', null],
  // Who publishes a course, looks after it or may learn it: features/courses, features/watching.
  ['/api/v1/courses/:id', null],
  ['/api/v1/learning/:id', null],
  ['/api/v1/watch/:kind/:lesson', null],
  // Who may see a broadcast, or conducts it; the administrator's trial; the live server: features/live.
  ['/api/v1/lives/:id', null],
  ['/api/v1/liveServer/trial/:path', null],
  ['/live-hook/:provider', null],
  ['/api/v1/train/project/:id', null],
  ['/api/v1/train/learners/:teacherId', null],
  // What lies with the staff who ask: features/declarations/declarations.test.ts.
  ['/api/v1/review/material/:id', { address: (t) => t.cases['declaration'] ?? none, sees: () => false }],
  // Of whoever reads the entry: features/blind/blind.test.ts.
  ['/api/v1/research/blind/:id', null],
  ['/api/v1/research/near/:id', null],
  // Of the member who is asked, and of whoever reads the project: features/research/members.test.ts.
  ['/api/v1/processes/people/:id', null],
  ...processNames.map(
    (type) =>
      [
        `${processPath(processOf(type))}/:id`,
        { address: (t: Target) => t.cases[type] ?? none, sees: reach },
      ] as const,
  ),
  [
    '/api/v1/institution/:id',
    { address: (t) => String(schoolOf(t)), sees: (who, role, at) => role === '1' || reach(who, role, at) },
  ],
  [
    '/api/v1/structure/staff/:id',
    { address: (t) => String(schoolOf(t)), sees: (who, role, at) => role === '1' || reach(who, role, at) },
  ],
  // Codes and corrections of the own institution, and a file of a task (features/imports/imports.test.ts).
  ['/api/v1/import/template/:type', null],
  ['/api/v1/import/readings/:id', null],
  ['/api/v1/import/errorExport/:id', null],
  ['/api/v1/import/:id', { address: (t) => String(t.task), sees: reach }],
  // A change that waits for its day (features/structure/structure.test.ts).
  ['/api/v1/structure/:id', null],
  // Kept queries are of their identity, and of those below to whom they were given
  // (features/query/kept.test.ts).
  ['/api/v1/analysis/query/:id', { address: (t) => String(t.query), sees: () => false }],
  // Rounds and pools are of their office, packets of their expert (features/expert-review).
  ['/api/v1/review/', null],
  ['/review-files/:task/:no', null],
  // No entry stands in a list there; whose it is shows talents/talents.test.ts.
  ['/api/v1/esa/userlist/:id', null],
  // Tokens of one place alone, and the school's newcomers (features/scim); an office's own rules
  // (features/after-rules/keeping.test.ts).
  ['/scim/v2/', null],
  ['/api/v1/newcomers/:id', null],
  ['/api/v1/after/:no', null],
  // Requests of apps are of the browser that began them, agreements of their person, registrations the
  // administrator's (features/sign-on).
  ['/oidc/auth/:uid', null],
  ['/oidc/interaction/:uid', null],
  ['/oidc/interaction/:uid/details', null],
  ['/oidc/interaction/:uid/decision', null],
  ['/api/v1/user/apps/:app', null],
  ['/api/v1/signOnClients/:app', null],
  ['/api/v1/signOnClients/:app/secret', null],
  // Agreements are the administrator's; the roster is read by a token within its app's agreement
  // (features/roster).
  ['/api/v1/roster/:app', null],
  ['/ims/oneroster/rostering/v1p2/', null],
  // A board's key names no person; places and links are tried in features/boards/permission.test.ts.
  ['/api/v1/screen/:key', null],
  ['/api/v1/boards/:key', null],
  ['/api/v1/board-shares/:id', null],
  // Fixed names of record calls; a teacher by number (features/teachers/fixed.test.ts).
  ['/api/v1/researcher/:id', null],
  ['/api/v1/teacher/:id', null],
  ['/api/v1/find/teachers/:id', { address: (t) => String(t.teacherId), sees: reach }],
  ['/api/v1/chains/:type', null],
  // The name of a record type; what an office says of it is its own.
  ['/api/v1/own/:type', null],
  // Offices with people in the task: features/archive-tasks/archive-tasks.test.ts.
  ['/api/v1/archive-task/:id', null],
  // The portal's own tables, the administrator's alone.
  ['/api/v1/dictionaryManage/:name', null],
  ['/api/v1/calendarManage/:day', null],
  ['/api/v1/contents/:type/:id', { address: (t) => `notice/${t.notice}`, sees: manages }],
  ['/api/v1/contents/:type', null],
  // What is published is everybody's; the fixed calls that change contents do what the generic ones do
  // (contents.test.ts, listed.test.ts).
  ['/api/v1/policy/', null],
  ['/api/v1/notice/:id', null],
  ['/api/v1/training/:id', null],
  ['/api/v1/product/:id', null],
  ['/api/v1/portal/contents/:type', null],
  ['/api/v1/portal/legal/:name', null],
  // Rosters of others that name the own school (features/training/roster.test.ts).
  ['/api/v1/train/roster-schools/:id', null],
  // Answers null for news of no project and for news that is not the reader's (features/training/face.test.ts).
  ['/api/v1/portal/training-news/:id', null],
  ['/api/v1/jy/', null],
  ['/api/v1/resource/:id', null],
  // Its author, and the offices that have it: features/resources/coauthors.test.ts.
  ['/api/v1/resource/:id/author', null],
  ['/api/v1/resource/:id/near', null],
  // The institution that keeps the textbook: features/curriculum/own.test.ts.
  ['/api/v1/curriculum/own/:id', null],
  // Its maker, and whom it is shared with: features/resources/collections.test.ts.
  ['/api/v1/collection/:id', null],
  // Everybody's, where it is public: features/resources/collections.test.ts, coauthors.test.ts.
  ['/api/v1/portal/collections/:id', null],
  ['/api/v1/portal/resource/:id/authors', null],
  // Its owner's alone: features/resources/packs/packs.test.ts.
  ['/api/v1/chapterPack/:id', null],
  ['/api/v1/chapterPack/:id/address', null],
  // Teachers of the own school: features/files/quota.test.ts.
  ['/api/v1/fileQuota/teachers/:id', null],
  // Readers of the resource: features/resources/comments.test.ts.
  ['/api/v1/resource/:id/comments', null],
  ['/api/v1/resource/:id/comments/:comment', null],
  ['/api/v1/resource/:id/comments/:comment/hide', null],
  ['/api/v1/resource/:id/comments/:comment/report', null],
  // Answers null to whoever is not asked, whether there is such a content or not (contents/reach.test.ts).
  ['/api/v1/portal/confirmation/:type/:id', null],
  ['/api/v1/uploads/:id', null],
  ['/api/v1/client/:id', null],
  // The office's of the area, and the administrator's (features/sites/sites.test.ts).
  ['/api/v1/site/:client', null],
  // Tokens are of the office that issued them (features/api-tokens/api-tokens.test.ts).
  ['/api/v1/apiTokens/:id', null],
  // Who sees an app, and whose request is whose (features/apps/apps.test.ts, requests.test.ts).
  ['/api/v1/apps/:id', null],
  ['/api/v1/appRequests/:id', null],
  ['/api/v1/appManage/:id', null],
  ['/assets/*', null],
  // Documents of the program, the same for everybody.
  ['/documents/*', null],
  ['/api/docs/static/*', null],
]

/** Things named in the query instead of the path. */
const queries: readonly (readonly [url: string, (t: Target) => string, Parameter['sees']])[] = [
  ['/api/userdanan/teacherdetail', (t) => `/api/userdanan/teacherdetail?teacher_id=${t.teacherId}`, reach],
  ['/api/v1/membership', (t) => `/api/v1/membership?teacherId=${t.teacherId}`, reach],
  ['/api/v1/import/history', (t) => `/api/v1/import/history?id=${t.task}`, manages],
  ['/api/v1/upload/file', (t) => `/api/v1/upload/file?key=${t.file}`, reach],
]

function parameterOf(url: string) {
  const found = parameters.find(([prefix]) => url.startsWith(prefix))
  if (!found) throw new Error(`say in this test what the parameter of ${url} names`)
  return found
}

/** Only what reads is called where it might succeed: the rest would change what the next cell is about. */
const bodies: Readonly<Record<string, unknown>> = {
  reveal: { field: 'mobile', reason: '核对' },
  answer: { outcome: 'declined', answer: '核对' },
}

async function call(who: Person | null, method: string, url: string) {
  const response = await region.app.inject({
    method: method as 'GET',
    url,
    headers: { ...(who && { token: who.token }) },
    ...(method !== 'GET' &&
      method !== 'DELETE' && {
        payload: (Object.entries(bodies).find(([end]) => url.endsWith(end))?.[1] as object) ?? {},
      }),
  })
  return { status: response.statusCode, text: response.body }
}

/** The code of a refusal, in the portal's form, in that of OneRoster or in that of SCIM. */
function refusalIn(text: string): unknown {
  const body = JSON.parse(text)
  return (
    body.error_code ?? body.imsx_CodeMinor?.imsx_codeMinorField[0].imsx_codeMinorFieldValue ?? body.status
  )
}

/** What somebody without a session hears at an address. */
const unsignedCode = (url: string): unknown =>
  url.startsWith('/ims/') ? 'unauthorisedrequest' : url.startsWith('/scim/') ? '401' : 22018

describe('every call', () => {
  it('is refused to the unsigned and to every role it does not name, before anything is looked at', async () => {
    let cells = 0
    for (const { method, url, access } of region.app.declaredCalls) {
      if (access === 'public' || access === 'anyone') continue
      for (const [role, who] of principals) {
        if (who !== null && (access === 'signedIn' || access.includes(Number(role)))) continue
        const path = url.replaceAll(/:\w+/g, none)
        const answer = await call(who, method, path)
        expect(
          [answer.status, ...(who === null ? [refusalIn(answer.text)] : [])],
          `${role} ${method} ${url}: ${answer.text}`,
        ).toEqual(who === null ? [401, unsignedCode(url)] : [403])
        cells += 1
      }
    }
    expect(cells).toBeGreaterThan(300)
  })

  it('answers for what lies outside the scope exactly as for what does not exist', async () => {
    let [foreign, seen] = [0, 0]
    const verbs = [
      'submit',
      'withdraw',
      'approve',
      'return',
      'reject',
      'appeal',
      'void',
      'undo',
      'look',
      'urge',
      'remark',
    ]
    const walk = async (
      method: string,
      label: string,
      address: (t: Target) => string,
      sees: Parameter['sees'],
    ) => {
      for (const [role, who] of principals) {
        const lost = await call(who, method, address(nowhere))
        for (const at of all) {
          if (sees(who, role, at)) {
            if (method !== 'GET') continue
            const answer = await call(who, method, address(targetOf(at)))
            expect(answer.status, `${role} ${label} of ${at.place}: ${answer.text}`).toBe(200)
            seen += 1
          } else {
            const answer = await call(who, method, address(targetOf(at)))
            expect(answer, `${role} ${method} ${label} of ${at.place}`).toEqual(lost)
            expect(answer.status).toBeGreaterThanOrEqual(400)
            foreign += 1
          }
        }
      }
    }
    for (const { method, url, access } of region.app.declaredCalls) {
      if (!/[:*]/.test(url) || method === 'OPTIONS') continue
      const [prefix, parameter] = parameterOf(url)
      if (!parameter) continue
      const base = prefix.slice(0, prefix.indexOf(':'))
      for (const verb of url.endsWith('/:action') ? verbs : ['']) {
        const rest = url.slice(prefix.length).replace(':action', verb)
        const query =
          { '/asOf': '?date=2026-01-01', '/compare': '?from=2025-01-01&to=2026-01-01' }[rest] ?? ''
        const sees: Parameter['sees'] = (who, role, at) =>
          (!Array.isArray(access) || access.includes(Number(role))) && parameter.sees(who, role, at)
        await walk(
          method,
          url.replace(':action', verb),
          (t) => `${base}${parameter.address(t)}${rest}${query}`,
          sees,
        )
      }
    }
    for (const [url, address, sees] of queries) await walk('GET', url, address, sees)
    expect(foreign).toBeGreaterThan(1_000)
    expect(seen).toBeGreaterThan(100)
  })
})
