import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { BundlePart } from '../catalogue/bundles/rules.ts'
import type { Database } from '../server/platform/db/database.ts'
import { sql } from '../server/platform/db/sql.ts'
import { paragraphsOf } from './contents/attachments.ts'
import { drawPage } from './evidence/pictures.ts'
import { keepFile, type DemoFile } from './keep-file.ts'

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const lesson = '传播与握手：一元二次方程的应用（第1课时）'
const adapted = '传播与握手（分层版）'

const design = [
  '一、课题：传播与握手——一元二次方程的应用（第1课时），人教版九年级上册第二十一章。',
  '二、学情：学生会解一元二次方程，但常把“每轮传播”和“每天增加”混在一起，列式时少算已经得病的人。',
  '三、目标：能从一次握手、一轮传播的小数目做起，找到两轮之间的倍数关系；能用一元二次方程表示两轮以后的总数，并说明哪个根不合题意。',
  '四、重点与难点：重点是把“每人传给 x 人”写成算式；难点是两轮以后的总数为什么是 (1+x) 的平方，而不是 1+2x。',
  '五、过程：1. 六个学生上台两两握手，数一数共几次，再问 n 个人呢。2. 一人得病，每轮每人传给 x 人，画两轮的树状图，每人先独立列式，再与同桌比一比。',
  '3. 出示三名学生的列式，全班找出哪一式少算了原来的病人，并改正。4. 独立完成：两轮后共 121 人得病，每轮每人传给几人？解得 x=10 或 x=−12，说明为什么舍去负根。',
  '六、作业：必做两题，选做一题；选做题把握手改成单循环比赛的场次。',
  '七、反思：握手和传播一个是“除以二”，一个是“平方”，放在同一节课里，学生反而分得清。',
] as const
const tasks = [
  '任务一（5 分钟）：六个人两两握手，共握几次？把你数的办法写下来。人数换成 n，能写成一个式子吗？写好后与同桌交换，看看对方的办法和你的有什么不同。',
  '任务二（10 分钟）：一人得了流感，每轮每个得病的人传给 x 人。用树状图画出两轮，分别写出第一轮后、第二轮后共有多少人得病。注意：原来得病的人还在不在里面？',
  '任务三（8 分钟）：两轮后共有 121 人得病，每轮每人传给几人？列出方程并求解，说明哪个根要舍去，为什么。做完的同学再想：如果两轮后是 100 人，可能吗？',
  '任务四（5 分钟）：比较“握手”和“传播”两个式子，它们哪里像，哪里不像？用一句话写在这里，下课前交给组长；组长把全组的话归成一句，写在黑板上。',
  '自我评价：我能独立完成任务（　　）到（　　）；我还想问的问题是：（　　　　　　　　　　　　　　　　　　　　　　　　　　　　　　）。',
] as const
const exercises = [
  '必做 1：某种植物的主干长出若干数目的支干，每个支干又长出同样数目的小分支，主干、支干和小分支的总数是 91，每个支干长出多少小分支？',
  '必做 2：参加聚会的人两两握手一次，共握手 45 次，有多少人参加聚会？说明你列的方程里为什么要除以 2。',
  '必做 3：有一人患了流感，经过两轮传染后共有 64 人患了流感，每轮传染中平均一个人传染了几个人？如果不控制，第三轮将又有多少人被传染？',
  '选做：要组织一次排球邀请赛，参赛的每两个队之间都要比赛一场，赛程计划安排 7 天，每天 4 场，应邀请多少个队？如果改成主客场，答案怎样变？',
  '参考答案：1. 9；2. 10 人，每次握手被两个人各数了一遍；3. 7 人，448 人；选做：8 个队，主客场时没有整数解，说明赛程要改。',
] as const
const slides = [
  '传播与握手',
  '六个人两两握手，共几次？',
  '一轮传播以后有多少人？',
  '为什么是 (1+x) 的平方？',
  '两轮后 121 人：x = ?',
  '今天你分清了什么？',
] as const

/** Slides as a PDF: one sentence a page. */
async function slidesOf(): Promise<Buffer> {
  const paper = await PDFDocument.create()
  for (const [at, words] of slides.entries()) {
    const picture = await drawPage(`<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720">
      <rect width="1280" height="720" fill="#fdfcf8"/><rect y="660" width="1280" height="60" fill="#1c456f"/>
      <text x="640" y="360" font-family="ZCOOL XiaoWei" font-size="72" text-anchor="middle" fill="#12273f">${words}</text>
      <text x="1220" y="702" font-family="ZCOOL XiaoWei" font-size="28" text-anchor="end" fill="#fff">${at + 1}</text>
    </svg>`)
    paper
      .addPage([960, 540])
      .drawImage(await paper.embedJpg(picture), { x: 0, y: 0, width: 960, height: 540 })
  }
  return Buffer.from(await paper.save())
}

async function filesOf(): Promise<readonly (readonly [BundlePart, DemoFile])[]> {
  const paper = async (name: string, words: readonly string[]): Promise<DemoFile> => ({
    name: `传播与握手 ${name}.docx`,
    mime: docx,
    content: await paragraphsOf(`传播与握手　${name}`, words),
  })
  const film = await readFile(join(import.meta.dirname, 'films/lesson.mp4'))
  return [
    ['partVideo', { name: '传播与握手 微课.mp4', mime: 'video/mp4', content: film }],
    ['partSlides', { name: '传播与握手 课件.pdf', mime: 'application/pdf', content: await slidesOf() }],
    ['partDesign', await paper('教学设计', design)],
    ['partTasks', await paper('学习任务单', tasks)],
    ['partExercises', await paper('作业练习', exercises)],
  ]
}

interface Told {
  readonly id: number
  readonly identity: number
  readonly version: number
  readonly author: string
  readonly org: string
}

const resourceCalled = (db: Database, title: string) =>
  db.one<Told>(sql`
    select c.id, c.by_identity as identity, c.live_no as version, c.live ->> 'author' as author,
      c.live ->> 'org' as org
    from content c
    where c.type = 'resource' and c.live ->> 'title' = ${title}`)

/** Lays facts over the value of a resource, its live value and its versions. */
async function layOver(db: Database, { id }: Told, facts: object): Promise<void> {
  const more = sql.json(facts)
  await db.execute(sql`
    update content set value = value || ${more}::jsonb, live = live || ${more}::jsonb where id = ${id}`)
  await db.execute(sql`update content_version set value = value || ${more}::jsonb where content_id = ${id}`)
}

/**
 * A lesson of the demo region as a bundle of five parts, what a teacher of another school adapted from it, and a
 * collection of the district that visitors read.
 */
export async function tellSharedLessons(db: Database, filesFolder: string): Promise<void> {
  const bundle = await resourceCalled(db, lesson)
  const parts: Partial<Record<BundlePart, string>> = {}
  for (const [part, file] of await filesOf())
    parts[part] = await keepFile(db, filesFolder, bundle.identity, file)
  await layOver(db, bundle, { ...parts, file: null })
  await db.execute(sql`delete from content_file where content_id = ${bundle.id} and file_id <> all(array(
    select (live ->> 'cover')::uuid from content where id = ${bundle.id} and live ->> 'cover' is not null))`)
  await db.execute(sql`
    insert into content_file (content_id, file_id)
    select ${bundle.id}::int, f from unnest(${Object.values(parts)}::uuid[]) f on conflict do nothing`)
  const child = await resourceCalled(db, adapted)
  const sourceNote = `改编自“${lesson}”（${bundle.author}，${bundle.org}）`
  await layOver(db, child, { isOriginal: false, sourceNote })
  await db.execute(sql`
    insert into resource_origin (content_id, origin_id, origin_version, licence)
    select ${child.id}::int, id, ${bundle.version}::int, live ->> 'licence' from content where id = ${bundle.id}`)
  await tellCollection(db)
}

const collected = [
  ['一元一次方程：从算术到代数', '先看这一件：同一道题，两种想法'],
  ['有理数的运算：易错题二十道', '课后用，每题写明错在哪里'],
  ['相似三角形在测量中的应用', '走出教室的一节课'],
] as const

/** What the district puts together for everybody, visitors among them: what is public already. */
async function tellCollection(db: Database): Promise<void> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into collection (title, description, institution_id, reach_key)
    select '初中数学：从做中学的三节课', '江城区教研室选编。都能公开使用，每件写着可以怎样用。', a.institution_id, 0
    from identity a
    join person p on p.id = a.person_id
    where p.login_name = 'area' and a.role = 4
    returning id`)
  for (const [place, [title, words]] of collected.entries())
    await db.execute(sql`
      insert into collection_item (collection_id, place, item_id, note)
      select ${id}::int, ${place + 1}::int, c.id, ${words} from content c
      where c.type = 'resource' and c.live ->> 'title' = ${title}`)
}
