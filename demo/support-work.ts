import type { Actor } from '../catalogue/access/access.ts'
import { processOf, type ProcessName } from '../catalogue/processes/processes.ts'
import { supportEntryKinds as entries, supportNeedKinds as needs } from '../catalogue/support/kinds.ts'
import { actorOfIdentity } from '../server/engine/access/index.ts'
import { answerPart, beginCase, editCase, type CaseNeeds } from '../server/engine/processes/index.ts'
import { beginEntry, beginOffer, pairsOf, type Pair } from '../server/features/support/index.ts'
import { addDays } from '../server/platform/clock/clock.ts'
import { sql } from '../server/platform/db/sql.ts'
import { officer } from './research.ts'
import { step } from './studio-people.ts'

interface Story {
  readonly processing: CaseNeeds
  readonly pair: Pair
  readonly today: string
  readonly supporter: Actor
  readonly supported: Actor
}

interface Colleague {
  readonly name: string
  readonly identityId: number
}

/** Teachers of a school who have an account, those of a subject first. */
const teachersOf = ({ db }: CaseNeeds, institutionId: number, subject: string): Promise<Colleague[]> =>
  db.query<Colleague>(sql`
    select t.name, min(a.id) as "identityId"
    from teacher t join identity a on a.person_id = t.person_id and a.role = 2 and a.state = 'enabled'
    where t.institution_id = ${institutionId} and t.status = '11'
      and not exists (select 1 from identity o where o.person_id = t.person_id and o.role <> 2)
      and (select count(*) from teacher n where n.institution_id = t.institution_id and n.name = t.name) = 1
    group by t.id
    order by t.name <> '林疏影', t.subject is distinct from ${subject}, t.id desc limit 6`)

/** Writes the form of a draft. */
async function write(
  { processing }: Story,
  who: Actor,
  type: ProcessName,
  id: string,
  value: object,
): Promise<void> {
  const { version } = await processing.db.one<{ version: number }>(
    sql`select version from process_case where id = ${id}::uuid`,
  )
  await editCase(processing, { actor: who, definition: processOf(type), id, version, value: { ...value } })
}

/** Tells needs and the ledger of a pair of schools: needs in every state, and entries in every state. */
export async function tellSupportWork(processing: CaseNeeds, today: string): Promise<void> {
  const pairs = await pairsOf(processing.db, { from: today })
  const schools = pairs.filter(({ kind }) => kind === '2')
  const pair = schools.find(({ supporter }) => supporter === '江城区听潮中学') ?? schools[0]
  if (!pair) return
  const story = {
    processing,
    pair,
    today,
    supporter: await officer(processing, pair.supporter),
    supported: await officer(processing, pair.supported),
  }
  await tellNeeds(story)
  await tellEntries(story)
}

interface NeedStory {
  readonly title: string
  readonly kind: string
  readonly places: number
  readonly subject: string
  /** First and last day, counted from today. */
  readonly days: readonly [number, number]
  readonly detail: string
}

async function published(story: Story, need: NeedStory): Promise<string> {
  const { processing, supported, today } = story
  const id = await beginCase(processing, {
    actor: supported,
    definition: processOf('supportNeed'),
    about: { office: true },
    value: {
      title: need.title,
      needKind: need.kind,
      places: need.places,
      schoolStage: '3',
      subject: need.subject,
      startOn: addDays(today, need.days[0]),
      endOn: addDays(today, need.days[1]),
      detail: need.detail,
    },
    key: undefined,
  })
  await step(processing, supported, { type: 'supportNeed', id, action: 'publish' })
  return id
}

/** An offer of so many, with people who agreed; accepted by the supported school. */
async function accepted(
  story: Story,
  need: string,
  people: readonly Colleague[],
  number: number,
): Promise<void> {
  const { processing, supporter, supported, pair } = story
  const id = await beginOffer(processing, supporter, need)
  const value = { number, people: people.map(({ name }) => ({ name, org: pair.supporter, task: null })) }
  await write(story, supporter, 'supportOffer', id, value)
  await step(processing, supporter, { type: 'supportOffer', id, action: 'offer' })
  for (const { identityId } of people) {
    const person = (await actorOfIdentity(processing.db, identityId))?.actor
    const part = await processing.db.maybeOne<{ id: string }>(sql`
      select id from case_person where case_id = ${id}::uuid and teacher_id = ${person?.teacherId ?? null}`)
    if (person && part) await answerPart(processing.db, person, part.id, true)
  }
  await step(processing, supported, { type: 'supportOffer', id, action: 'accept' })
}

/** A need for two 物理 teachers of whom one is met, one that waits, one that is met, one that was ended. */
async function tellNeeds(story: Story): Promise<void> {
  const { processing, supported, pair } = story
  const physics = await published(story, {
    title: '物理教师支教',
    kind: needs.posting,
    places: 2,
    subject: '16',
    days: [75, 240],
    detail: '八、九年级物理只有一名专任教师，缺两人，每周 12 节，想请结对学校派教师驻校一学期。',
  })
  const [, guest] = await teachersOf(processing, pair.supporterId, '16')
  if (guest) await accepted(story, physics, [guest], 1)
  await published(story, {
    title: '音乐专递课堂',
    kind: needs.online,
    places: 2,
    subject: '24',
    days: [10, 130],
    detail: '七年级四个班没有音乐教师，教室已装同步课堂设备，每周想上两节。',
  })
  const shadow = await published(story, {
    title: '英语教师跟岗',
    kind: needs.shadowing,
    places: 3,
    subject: '41',
    days: [8, 22],
    detail: '三名年轻英语教师想跟备课组长两周，学单元整体设计和作业批改，住宿由本校解决。',
  })
  await accepted(story, shadow, [], 3)
  const over = await published(story, {
    title: '班级共读讲座',
    kind: needs.lecture,
    places: 1,
    subject: '13',
    days: [1, 30],
    detail: '想请一位语文教师讲班级共读怎么起步，全体语文教师参加，时间可以商量。',
  })
  await step(processing, supported, { type: 'supportNeed', id: over, action: 'end', reason: '已由县里安排' })
}

interface EntryStory {
  readonly kind: string
  readonly title: string
  /** Days ago of the first and the last day. */
  readonly ago: readonly [number, number]
  readonly by: 'supporter' | 'supported'
  readonly people: readonly {
    readonly name: string
    readonly side: 'supporter' | 'supported'
    readonly hours: number
  }[]
  readonly says?: Readonly<Record<string, unknown>>
  readonly content: string
}

/** An entry as a side wrote it; handed in unless it stays a draft. */
async function entered(story: Story, entry: EntryStory, isDraft = false): Promise<string> {
  const { processing, pair, today } = story
  const who = story[entry.by]
  const id = await beginEntry(processing, who, pair.caseId, entry.kind)
  await write(story, who, 'supportEntry', id, {
    title: entry.title,
    fromOn: addDays(today, -entry.ago[0]),
    toOn: addDays(today, -entry.ago[1]),
    place: pair.supported,
    people: entry.people.map(({ name, side, hours }) => ({ name, org: pair[side], hours, task: null })),
    content: entry.content,
    ...entry.says,
  })
  if (!isDraft) await step(processing, who, { type: 'supportEntry', id, action: 'submit' })
  return id
}

async function confirmed(story: Story, entry: EntryStory): Promise<string> {
  const id = await entered(story, entry)
  const other = entry.by === 'supporter' ? story.supported : story.supporter
  await step(story.processing, other, { type: 'supportEntry', id, action: 'confirm' })
  return id
}

async function tellEntries(story: Story): Promise<void> {
  const { processing, pair, supporter, supported } = story
  const [one, two] = await teachersOf(processing, pair.supporterId, '13')
  const [first, second, third] = await teachersOf(processing, pair.supportedId, '13')
  if (!one || !two || !first || !second || !third) return
  const guest = { name: one.name, side: 'supporter', hours: 2 } as const
  const own = (who: Colleague, hours: number) => ({ name: who.name, side: 'supported', hours }) as const
  const lesson = { subject: '13', lessons: 2, attended: 26 }
  await tellConfirmed(story, [guest, { ...guest, name: two.name }], [own(first, 30), own(second, 30)])
  const act = (who: Actor, id: string, action: string, reason: string) =>
    step(processing, who, { type: 'supportEntry', id, action, reason })
  const visit = (title: string, ago: readonly [number, number], by: EntryStory['by']): EntryStory => ({
    kind: entries.lessons,
    title,
    ago,
    by,
    people: [guest],
    says: lesson,
    content: '上课两节，课后和备课组一起改了板书和提问。',
  })
  await entered(story, visit('送教：古诗文诵读', [11, 11], 'supported'))
  const silent = await entered(story, visit('送教：作文讲评', [48, 48], 'supporter'))
  await processing.db.execute(sql`
    update process_case set holder_since = now() - interval '40 days' where id = ${silent}::uuid`)
  const said = await entered(story, {
    ...visit('讲座：班级共读怎么起步', [24, 24], 'supporter'),
    kind: entries.lecture,
    says: { attended: 62 },
  })
  await act(supported, said, 'dispute', '签到表是 48 人，请改人数')
  const changed = await confirmed(story, visit('送教：修改病句', [33, 33], 'supporter'))
  await act(supporter, changed, 'amend', '少写了一节课')
  await entered(story, { ...visit('送教：名著导读', [3, 3], 'supporter'), says: { subject: '13' } }, true)
  const twice = await entered(story, visit('送教：古诗文诵读（重复）', [11, 11], 'supporter'))
  await act(supporter, twice, 'withdraw', '和对方记的重复')
}

/** What both sides confirmed, of several kinds. */
async function tellConfirmed(
  story: Story,
  guests: EntryStory['people'],
  learners: EntryStory['people'],
): Promise<void> {
  const lesson = { subject: '13', lessons: 2, attended: 30 }
  await confirmed(story, {
    kind: entries.lessons,
    title: '送教：说明文读写',
    ago: [40, 40],
    by: 'supporter',
    people: guests.slice(0, 1),
    says: lesson,
    content: '两节课，全县语文教师来听，课后评议一小时。',
  })
  await confirmed(story, {
    kind: entries.shadowing,
    title: '跟岗：备课组长工作',
    ago: [60, 56],
    by: 'supported',
    people: learners,
    content: '跟备课组长五天，参加集体备课三次，听课十节，带回单元作业设计两份。',
  })
  await confirmed(story, {
    kind: entries.lecture,
    title: '讲座：怎样布置能改得完的作文',
    ago: [30, 30],
    by: 'supporter',
    people: guests.slice(1),
    says: { attended: 41 },
    content: '面向全体语文教师，附作文评改样例，会后答疑。',
  })
  await confirmed(story, {
    kind: entries.donation,
    title: '捐赠：阅览室图书',
    ago: [52, 52],
    by: 'supporter',
    people: guests.slice(0, 1),
    says: { amount: 12_600 },
    content: '图书 420 册，清单已当面点交。',
  })
}
