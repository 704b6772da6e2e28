import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type {
  AssembledAnswer,
  PaperDetail,
  PaperLine,
  PaperQuestion,
  SheetPlan,
} from '../../../catalogue/contract/papers.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture } from '../../app/testing/test-values.ts'
import { carryPapers, openDue, tellErrata } from '../../engine/papers/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { packageRefusals } from '../../platform/documents/refusal.ts'
import { readDocx } from '../../platform/docx/index.ts'
import { partsOf } from '../../platform/package/zip.ts'
import { readPdf } from '../../platform/pdf/test-read.ts'

/** The parts of a package as texts, by name. */
async function textsOfZip(bytes: Buffer): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for await (const { name, pieces } of partsOf(bytes, { bytes: 10_000_000, parts: 100 }, packageRefusals)) {
    const read: Buffer[] = []
    for await (const piece of pieces()) read.push(piece)
    texts.set(name, Buffer.concat(read).toString('utf8'))
  }
  return texts
}

let region: Region
/** A teacher of another school of the same district. */
let neighbour: Person
beforeAll(async () => {
  region = await testRegion('papers')
  neighbour = await region.add(2, region.places.sibling, '许老师')
})
beforeEach(async () => {
  for (const table of ['paper', 'question_basket', 'shelf', 'favourite', 'use_event', 'message'])
    await region.db.execute(sql`delete from ${sql.id(table)}`)
  await region.db.execute(sql`delete from question`)
})
afterAll(() => region.close())

const base = '/api/v1/examPaper'
const question = (over: object = {}) => ({
  questionKind: 'single',
  questionForm: '01',
  schoolStage: '3',
  subject: '14',
  difficulty: '3',
  cognitiveLevel: '2',
  licence: '2',
  stem: '<p>方程 $x^2-5x+6=0$ 的根是</p>',
  options: ['2 和 3', '1 和 6', '−2 和 −3'].map((content, i) => ({ key: 'ABC'.charAt(i), content })),
  answer: 'A',
  shareScope: '1',
  ...over,
})
let stems = 0
const words = '函数 圆周 概率 旋转 三角 方程 向量 数列 统计 抛物'.split(' ')
/** A question that the school agreed to. Each has a text of its own. */
async function shared(over: object = {}, ...offices: readonly Person[]): Promise<number> {
  const { teacher, school } = region.people
  stems += 1
  const stem = `<p>${words[stems % 10]}${words[Math.floor(stems / 10) % 10]}第${'甲乙丙丁戊己庚辛壬癸'.charAt(stems % 10)}问</p>`
  const made = await teacher.post<{ id: number }>('/api/v1/question', question({ stem, ...over }))
  expect(made.msg, JSON.stringify(made.data)).toBe('ok')
  const { id } = made.data
  const step = async (who: Person, name: string, more: object = {}) => {
    const { version } = (await who.get<{ version: number }>(`/api/v1/question/${id}`)).data
    const answer = await who.post(`/api/v1/question/${id}/${name}`, { version, ...more })
    expect(answer.msg, JSON.stringify(answer.data)).toBe('ok')
  }
  await step(teacher, 'submit', { knowing: true })
  for (const who of [school, ...offices]) await step(who, 'approve')
  return id
}

const paper = (items: readonly number[], over: object = {}) => ({
  title: '九年级数学期中检测',
  examPaperKind: '03',
  schoolStage: '3',
  grade: '09',
  subject: '14',
  duration: 120,
  totalScore: Math.max(1, items.length) * 3,
  sections: [
    { title: '选择题', form: '01', scorePer: 3, items: items.map((id) => ({ question: id, no: 1 })) },
  ],
  ...over,
})
interface Faults {
  readonly errors: readonly { readonly field: string; readonly message: string }[]
}
const detail = (who: Person, id: number) => who.get<PaperDetail>(`${base}/${id}`)
async function written(who: Person, value: object): Promise<number> {
  const made = await who.post<{ id: number }>(base, value)
  expect(made.msg, JSON.stringify(made.data)).toBe('ok')
  return made.data.id
}
async function step(who: Person, id: number, name: string, more: object = {}) {
  const { version } = (await detail(who, id)).data
  return who.post<Faults & { opened: boolean }>(`${base}/${id}/${name}`, { version, ...more })
}
async function done(who: Person, id: number, name: string, more: object = {}): Promise<void> {
  const answer = await step(who, id, name, more)
  expect(answer.msg, JSON.stringify(answer.data)).toBe('ok')
}
const ids = async (who: Person, query = '') =>
  (await who.get<{ list: PaperLine[] }>(`${base}?${query}`)).data.list.map(({ id }) => id)
/** What a job of the portal would have; messages are counted elsewhere. */
const tools = () => ({ db: region.db, keys: region.engine.keys, notify: async () => {} })

describe('a paper', () => {
  it('is its maker’s alone while it is a draft, and the whole school’s once it is published', async () => {
    const { teacher, colleague, school, area } = region.people
    const id = await written(teacher, paper([await shared(), await shared()]))
    for (const who of [colleague, neighbour, school, area]) {
      expect((await detail(who, id)).status).toBe(404)
      for (const name of ['publish', 'withdraw', 'revoke', 'archive', 'seal', 'copy'])
        expect([404, 403, 400]).toContain((await who.post(`${base}/${id}/${name}`, { version: 1 })).status)
    }
    await done(teacher, id, 'publish')
    expect((await detail(colleague, id)).data).toMatchObject({ items: 2, state: 'published', faults: [] })
    expect(await ids(colleague, 'view=own')).toEqual([id])
    expect((await detail(neighbour, id)).status).toBe(404)
    expect((await colleague.put(`${base}/${id}`, { ...paper([]), version: 2 })).status).toBe(404)
  })

  it('says at each field what keeps it from being published', async () => {
    const { teacher } = region.people
    const twice = await shared()
    const id = await written(teacher, paper([twice, twice], { totalScore: 100, grade: null }))
    const refused = await step(teacher, id, 'publish')
    expect(refused.status).toBe(400)
    expect(refused.data.errors.map(({ field }) => field).toSorted()).toEqual([
      'grade',
      'sections.0.items.1',
      'totalScore',
    ])
  })

  it('refuses questions that its maker does not read', async () => {
    const other = await shared()
    const refused = await neighbour.post<Faults>(base, paper([other]))
    expect(refused.status).toBe(400)
    expect(refused.data.errors).toEqual([
      { field: 'sections.0.items.0', message: '没有该题，或它不在您能用的范围内' },
    ])
    expect((await neighbour.post(`${base}/basket`, { question: other, on: true })).status).toBe(404)
  })

  it('goes up for a wider reach, and a return takes nothing of the school’s', async () => {
    const { teacher, colleague, area } = region.people
    const wide = await shared({ shareScope: '2' }, area)
    const id = await written(teacher, paper([wide], { shareScope: '2' }))
    await done(teacher, id, 'publish')
    expect((await detail(colleague, id)).status).toBe(200)
    expect((await detail(neighbour, id)).status).toBe(404)
    expect(await ids(area, 'view=queue')).toEqual([id])
    await done(area, id, 'return', { opinion: '第 1 题超纲' })
    expect((await detail(colleague, id)).status).toBe(200)
    expect((await detail(teacher, id)).data).toMatchObject({ state: 'draft', remark: '第 1 题超纲' })
    await done(teacher, id, 'publish')
    await done(area, id, 'approve')
    expect((await detail(neighbour, id)).data.reach).toBe('2')
    expect((await step(teacher, id, 'approve')).status).toBe(403)
  })

  it('keeps the version of a question that it was made with, and its maker hears of an erratum once', async () => {
    const { teacher, school } = region.people
    const pinned = await shared()
    const id = await written(teacher, paper([pinned]))
    await done(teacher, id, 'publish')
    const secret = await written(teacher, paper([pinned], { title: '密卷乙' }))
    const until = new Date(Date.now() + 3_600_000).toISOString()
    await done(teacher, secret, 'seal', { until, people: [] })
    const at = async () => (await teacher.get<{ version: number }>(`/api/v1/question/${pinned}`)).data.version
    await teacher.put(`/api/v1/question/${pinned}`, {
      ...question({ stem: '<p>改过的题干</p>' }),
      version: await at(),
    })
    const mended = { version: await at(), change: 'erratum', reason: '题干漏字', knowing: true }
    expect((await teacher.post(`/api/v1/question/${pinned}/submit`, mended)).msg).toBe('ok')
    await school.post(`/api/v1/question/${pinned}/approve`, { version: await at() })
    const { questions } = (await detail(teacher, id)).data
    expect(questions[0]).toMatchObject({ no: 1, live: 2, hasErratum: true })
    expect(questions[0]?.shown.stem).not.toContain('改过的题干')
    const told: string[] = []
    const notify = async (_: unknown, { title }: { title: string }) => void told.push(title)
    for (let run = 0; run < 2; run += 1) await tellErrata({ ...tools(), notify })
    expect(told).toEqual(['试卷里的试题有勘误：九年级数学期中检测', '一份密封试卷里的试题有勘误'])
  })

  it('prints and stays readable when a question of it is taken down', async () => {
    const { teacher, colleague } = region.people
    const gone = await shared()
    const id = await written(teacher, paper([gone]))
    await done(teacher, id, 'publish')
    const { version } = (await teacher.get<{ version: number }>(`/api/v1/question/${gone}`)).data
    await teacher.post(`/api/v1/question/${gone}/offline`, { version })
    const copied = async (who: Person) => {
      const { data } = await who.post<{ id: number; leftOut: number }>(`${base}/${id}/copy`, {})
      return { leftOut: data.leftOut, items: (await detail(who, data.id)).data.items }
    }
    expect(await copied(teacher)).toEqual({ leftOut: 0, items: 1 })
    expect(await copied(colleague)).toEqual({ leftOut: 1, items: 0 })
    expect((await detail(colleague, id)).data.questions[0]).toMatchObject({ question: gone, live: null })
  })

  it('is refused under the rules of examinations', async () => {
    const { teacher } = region.people
    const tomorrow = new Date(Date.now() + 36e5 * 24).toISOString().slice(0, 10)
    for (const over of [{ examPaperKind: '07', examDate: tomorrow }, { examPaperKind: '08' }]) {
      const refused = await teacher.post<Faults>(base, paper([], over))
      expect(refused.status).toBe(400)
      expect(refused.data.errors[0]?.field).toBe('examDate')
    }
    const first = await written(
      teacher,
      paper([await shared()], { schoolStage: '2', grade: '01', examPaperKind: '04' }),
    )
    expect((await step(teacher, first, 'publish')).data.errors.map(({ field }) => field)).toContain(
      'examPaperKind',
    )
    const monthly = await written(teacher, paper([await shared()], { grade: '07', examPaperKind: '02' }))
    await done(teacher, monthly, 'publish')
    expect((await detail(teacher, monthly)).data.faults.map(({ code }) => code)).toContain('P110')
  })

  it('is taken back while nobody used it, and archived afterwards', async () => {
    const { teacher, colleague } = region.people
    const id = await written(teacher, paper([await shared()]))
    await done(teacher, id, 'publish')
    await done(teacher, id, 'revoke')
    expect((await detail(colleague, id)).status).toBe(404)
    await done(teacher, id, 'publish')
    expect((await colleague.post(`${base}/${id}/copy`, {})).msg).toBe('ok')
    expect((await step(teacher, id, 'revoke')).status).toBe(409)
    await done(teacher, id, 'archive')
    expect(await ids(colleague, 'view=own')).toEqual([])
    expect((await detail(teacher, id)).data.state).toBe('archived')
  })

  it('loses a race with 409, and refuses what is no paper', async () => {
    const { teacher } = region.people
    const id = await written(teacher, paper([]))
    expect((await teacher.put(`${base}/${id}`, { ...paper([]), version: 1 })).status).toBe(200)
    expect((await teacher.put(`${base}/${id}`, { ...paper([]), version: 1 })).status).toBe(409)
    for (const bad of [
      {},
      { ...paper([]), title: '' },
      { ...paper([]), sections: [{ items: [{ question: 1 }] }] },
    ])
      expect((await teacher.post(base, bad)).status).toBe(400)
    expect((await teacher.del(`${base}/${id}`)).msg).toBe('ok')
    expect((await detail(teacher, id)).status).toBe(404)
  })

  it('goes to the successor of its school', async () => {
    const { teacher, colleague } = region.people
    const id = await written(teacher, paper([await shared()]))
    await done(teacher, id, 'publish')
    const { school, sibling } = region.places
    expect(await region.db.transaction((tx) => carryPapers(tx, school, sibling))).toBe(1)
    expect((await detail(neighbour, id)).status).toBe(200)
    expect((await detail(colleague, id)).status).toBe(404)
  })
})

describe('prints', () => {
  const print = async (who: Person, id: number, query: string) => {
    const answer = await region.app.inject({
      method: 'GET',
      url: `${base}/${id}/export?${query}`,
      headers: { token: who.token },
    })
    return { status: answer.statusCode, bytes: answer.rawPayload }
  }

  it('are PDF on each paper, with formulas, key, table and answer sheet', async () => {
    const { teacher } = region.people
    const stem =
      '<p>解方程 $x^2-\\frac{1}{2}x+\\sqrt{a+b}\\ge 0$，其中 $\\begin{cases}x>0\\\\y<1\\end{cases}$</p>'
    const one = await shared({ stem })
    const id = await written(teacher, paper([one, await shared()]))
    await done(teacher, id, 'publish')
    const textOf = async (query: string) => (await readPdf((await print(teacher, id, query)).bytes)).text
    const text = await textOf('size=A3')
    for (const part of ['九年级数学期中检测', 'A 卷', '一、选择题', '1. ', '解方程', '第 1 页（共 1 页）'])
      expect(text).toContain(part)
    expect(text).not.toContain('frac')
    expect(text).not.toContain('【答案】')
    expect(await textOf('with_answer=1&size=B4&variant=B')).toContain('【答案】')
    expect(await textOf('what=key&variant=B')).toContain('B 卷参考答案')
    expect(await textOf('what=table')).toContain('双向细目表')
    expect(await textOf('what=sheet')).toContain('答题卡')
    const plan = (await teacher.get<SheetPlan>(`${base}/${id}/sheet`)).data
    expect(plan.bubbles.map(({ number, letter }) => number + letter)).toEqual([
      '1A',
      '1B',
      '1C',
      '2A',
      '2B',
      '2C',
    ])
  })

  it('are Word with formulas that can be edited; a pupil’s copy holds no answer and no number of the bank', async () => {
    const { teacher } = region.people
    const one = await shared({ stem: '<p>解方程 $x^2-\\frac{1}{2}x=0$</p>' })
    const id = await written(teacher, paper([one, await shared()]))
    await done(teacher, id, 'publish')
    const read = async (query: string) =>
      readDocx((await print(teacher, id, `format=docx&${query}`)).bytes, packageRefusals)
    const textOf = ({ blocks }: Awaited<ReturnType<typeof read>>) =>
      blocks
        .flatMap((block) => (block.kind === 'paragraph' ? block.pieces : []))
        .map((piece) => (piece.kind === 'formula' ? `$${piece.tex}$` : 'text' in piece ? piece.text : ''))
        .join('')
    const pupils = textOf(await read(''))
    for (const part of ['九年级数学期中检测', '一、选择题', '1. ', '$x^{2}-\\frac{1}{2}x=0$', 'C. −2 和 −3'])
      expect(pupils).toContain(part)
    expect(pupils).not.toMatch(/【答案】|⟦/)
    const headOf = async (query: string) =>
      (await textsOfZip((await print(teacher, id, `format=docx&${query}`)).bytes)).get('word/header1.xml') ??
      ''
    // The line at which the paper is sealed stands on what pupils write on, and nowhere else.
    for (const label of ['学校', '班级', '姓名', '考号', '密　　封　　线'])
      expect(await headOf('')).toContain(label)
    for (const query of ['with_answer=1', 'what=key']) expect(await headOf(query)).not.toContain('姓名')
    const teachers = textOf(await read('with_answer=1'))
    expect(teachers).toContain('【答案】')
    expect(teachers).toContain('⟦=1 ')
    expect(textOf(await read('with_answer=1&variant=B'))).not.toContain('⟦')
    expect(textOf(await read('what=key'))).toContain('A 卷参考答案和评分')
    const noted = () =>
      region.db.one(sql`select count(*)::int as n from audit where action = 'paper.printed'`)
    const before = await noted()
    expect((await print(teacher, id, 'format=docx&what=sheet')).status).toBe(400)
    expect(await noted()).toEqual(before)
  })

  it('are Word without the pictures of answers, where no answers are printed', async () => {
    const { teacher } = region.people
    const image = await picture(region, teacher)
    const one = await shared({ analysis: `<p>如图<img data-file="${image}" alt="解"></p>` })
    const id = await written(teacher, paper([one]))
    const pictures = async (query: string) =>
      [...(await textsOfZip((await print(teacher, id, `format=docx&${query}`)).bytes)).keys()].filter(
        (name) => name.startsWith('word/media/'),
      )
    expect(await pictures('')).toEqual([])
    expect(await pictures('with_answer=1')).toEqual(['word/media/image1.jpeg'])
  })

  it('are for readers of the paper only', async () => {
    const { teacher } = region.people
    const id = await written(teacher, paper([await shared()]))
    expect((await print(neighbour, id, '')).status).toBe(404)
    expect((await print(neighbour, id, 'format=docx')).status).toBe(404)
    expect((await neighbour.get(`${base}/${id}/sheet`)).status).toBe(404)
    expect((await print(teacher, id, 'size=A9')).status).toBe(400)
  })
})

describe('assembling', () => {
  const blueprint = (over: object = {}) => ({
    rows: [{ form: '01', count: 3, score: 3 }],
    rate: 650,
    seed: 42,
    ...over,
  })
  const auto = (who: Person, over: object = {}) =>
    who.post<AssembledAnswer>(`${base}/auto`, {
      schoolStage: '3',
      subject: '14',
      blueprint: blueprint(),
      ...over,
    })

  it('makes the same paper from the same seed and pool, and says when the pool changed', async () => {
    const { teacher } = region.people
    for (let i = 0; i < 8; i += 1) await shared({ difficulty: String((i % 5) + 1) })
    const numbers = ({ data }: Awaited<ReturnType<typeof auto>>) =>
      data.chosen?.flat().map((one) => one.question)
    const first = await auto(teacher)
    expect(numbers(first)).toHaveLength(3)
    expect(numbers(await auto(teacher))).toEqual(numbers(first))
    await shared()
    expect((await auto(teacher)).data.hash).not.toBe(first.data.hash)
    expect((await auto(neighbour)).data).toMatchObject({ chosen: null, pool: 0 })
  })

  it('says which row is short, and what each relaxation would bring', async () => {
    const { teacher } = region.people
    for (const difficulty of ['2', '3', '3', '4']) await shared({ difficulty })
    const rows = [{ form: '01', count: 4, score: 3, easiest: '3', hardest: '3' }]
    const answer = await auto(teacher, { blueprint: blueprint({ rows }) })
    expect(answer.data).toMatchObject({
      chosen: null,
      short: [{ row: 0, wanted: 4, found: 2, relaxations: [{ how: 'difficulty', more: 2 }] }],
    })
    expect((await auto(teacher, { blueprint: { rows: [] } })).status).toBe(400)
  })

  it('keeps what its maker may use, and shows nobody a question by its number', async () => {
    const { teacher } = region.people
    const held = await shared()
    const kept = [{ row: 0, question: held, no: 1 }]
    const rows = [{ form: '01', count: 1, score: 3 }]
    const stranger = await auto(neighbour, { blueprint: blueprint({ rows }), kept })
    expect(stranger.status).toBe(400)
    expect(stranger.data).toMatchObject({
      errors: [{ field: 'kept', message: '没有该题，或它不在您能用的范围内' }],
    })
    const pin = { question: held, no: 1 }
    expect((await neighbour.post(`${base}/similar`, pin)).status).toBe(404)
    await written(teacher, paper([held]))
    const { version } = (await teacher.get<{ version: number }>(`/api/v1/question/${held}`)).data
    expect((await teacher.post(`/api/v1/question/${held}/offline`, { version })).msg).toBe('ok')
    const own = await auto(teacher, { blueprint: blueprint({ rows }), kept })
    expect(own.data.chosen?.flat().map((one) => one.question)).toEqual([held])
    expect((await teacher.post(`${base}/similar`, pin)).status).toBe(200)
  })

  it('offers what could stand in the place of a question, and nothing that is akin to the paper', async () => {
    const { teacher } = region.people
    const one = await shared({ stem: '<p>求 3 与 5 的和</p>' })
    const akin = await shared({ stem: '<p>求 8 与 9 的和</p>' })
    const other = await shared()
    const asked = { question: one, no: 1, beside: [{ question: one, no: 1 }] }
    const { data } = await teacher.post<{ list: PaperQuestion[]; leftOut: number }>(`${base}/similar`, asked)
    expect(data.list.map(({ question: id }) => id)).toEqual([other])
    expect(data.leftOut).toBe(1)
    expect(akin).toBeGreaterThan(0)
  })

  it('keeps a basket for each person', async () => {
    const { teacher, colleague } = region.people
    const id = await shared()
    for (let i = 0; i < 2; i += 1)
      expect((await teacher.post(`${base}/basket`, { question: id, on: true })).msg).toBe('ok')
    const list = async (who: Person) => (await who.get<{ list: PaperQuestion[] }>(`${base}/basket`)).data.list
    expect((await list(teacher)).map(({ question: one }) => one)).toEqual([id])
    expect(await list(colleague)).toEqual([])
    await teacher.post(`${base}/basket`, { question: id, on: false })
    expect(await list(teacher)).toEqual([])
  })
})

describe('a sealed paper', () => {
  const until = () => new Date(Date.now() + 3_600_000).toISOString()
  async function sealed(people: readonly Person[] = []): Promise<number> {
    const { teacher } = region.people
    const id = await written(teacher, paper([await shared()], { title: '密卷甲' }))
    const named = people.map(({ personId }) => ({ person: personId, part: 'checker' }))
    await done(teacher, id, 'seal', { until: until(), people: named })
    return id
  }

  /** A question that its author keeps for himself until a paper of his opens. */
  async function keptBack(stem: string): Promise<number> {
    const { teacher } = region.people
    const made = await teacher.post<{ id: number }>('/api/v1/question', question({ stem, shareScope: '0' }))
    const { id } = made.data
    const { version } = (await teacher.get<{ version: number }>(`/api/v1/question/${id}`)).data
    const sent = await teacher.post(`/api/v1/question/${id}/submit`, { version, knowing: true })
    expect(sent.msg).toBe('ok')
    return id
  }

  it('is known to the named people alone', async () => {
    const { teacher, colleague, school, area, city, province } = region.people
    const id = await sealed([colleague])
    expect(await ids(teacher, 'view=sealed')).toEqual([id])
    expect(await ids(colleague, 'view=sealed')).toEqual([id])
    expect((await detail(colleague, id)).data).toMatchObject({
      title: '密卷甲',
      may: { edit: false, open: true },
    })
    for (const who of [neighbour, school, area, city, province]) {
      expect((await detail(who, id)).status).toBe(404)
      for (const view of ['all', 'own', 'region', 'mine', 'sealed', 'queue'])
        expect(await ids(who, `view=${view}&keyword=密卷`)).toEqual([])
    }
    const stored = await region.db.one<{ all: string }>(sql`
      select (select string_agg(p::text, '') from paper p) || (select coalesce(string_agg(a::text, ''), '') from audit a)
        || (select coalesce(string_agg(m::text, ''), '') from message m)
        || (select coalesce(string_agg(s::text, ''), '') from shelf s) as all`)
    expect(stored.all).not.toContain('密卷')
  })

  it('leaves as Word like its PDF: for the named people alone, with who took it on every page', async () => {
    const { teacher, colleague } = region.people
    const id = await sealed()
    const word = async (who: Person) =>
      region.app.inject({
        method: 'GET',
        url: `${base}/${id}/export?format=docx`,
        headers: { token: who.token },
      })
    for (const who of [colleague, neighbour, region.people.school])
      expect((await word(who)).statusCode).toBe(404)
    const { rawPayload } = await word(teacher)
    const parts = await textsOfZip(rawPayload)
    expect(parts.get('word/footer1.xml')).toMatch(/密封卷　.+　编号 \d+/)
  })

  it('opens at its minute once, also by two processes', async () => {
    const { teacher, colleague } = region.people
    const id = await sealed()
    expect(await openDue(tools())).toBe(0)
    await region.db.execute(sql`update paper set sealed_until = now() - interval '1 second' where id = ${id}`)
    const opened = await Promise.all([openDue(tools()), openDue(tools())])
    expect(opened.reduce((sum, one) => sum + one, 0)).toBe(1)
    expect((await detail(colleague, id)).data).toMatchObject({ title: '密卷甲', state: 'published' })
    const { trail } = (await detail(teacher, id)).data
    expect(trail.filter(({ verdict }) => verdict === 'opened')).toHaveLength(1)
  })

  it('is opened before by two named people, never by one', async () => {
    const { teacher, colleague } = region.people
    const id = await sealed([colleague])
    for (let i = 0; i < 2; i += 1)
      expect((await step(teacher, id, 'open', { reason: '考场变动' })).data.opened).toBe(false)
    expect((await neighbour.post(`${base}/${id}/open`, { version: 1, reason: '想看' })).status).toBe(404)
    expect((await step(colleague, id, 'open', { reason: '同意' })).data.opened).toBe(true)
    expect((await detail(teacher, id)).data.state).toBe('published')
  })

  it('is neither changed nor deleted, and national examinations are never sealed', async () => {
    const { teacher } = region.people
    const id = await sealed()
    const { version } = (await detail(teacher, id)).data
    expect((await teacher.put(`${base}/${id}`, { ...paper([]), version })).status).toBe(409)
    expect((await teacher.del(`${base}/${id}`)).status).toBe(409)
    const past = await written(
      teacher,
      paper([await shared()], { examPaperKind: '07', examDate: '2024-06-20' }),
    )
    expect((await step(teacher, past, 'seal', { until: until() })).data.errors[0]?.field).toBe(
      'examPaperKind',
    )
    const late = await written(teacher, paper([await shared()]))
    expect((await step(teacher, late, 'seal', { until: '2020-01-01T00:00:00Z' })).data.errors[0]?.field).toBe(
      'until',
    )
  })

  it('holds back questions that were written for it until it opens', async () => {
    const { teacher, colleague, school } = region.people
    const stem = '<p>密题乙：九宫里还差哪三个数</p>'
    const mine = await keptBack(stem)
    const act = async (name: string, more: object = {}) => {
      const { version } = (await teacher.get<{ version: number }>(`/api/v1/question/${mine}`)).data
      return teacher.post(`/api/v1/question/${mine}/${name}`, { version, ...more })
    }
    // A paper of the school may not print what its readers cannot read, unless it is sealed.
    const id = await written(teacher, paper([await shared(), mine], { title: '密卷乙' }))
    expect((await step(teacher, id, 'publish')).status).toBe(400)
    await done(teacher, id, 'seal', { until: until(), people: [] })
    const held = await act('raise', { shareScope: '1' })
    expect([held.status, held.msg]).toEqual([409, '该题在一份密封的试卷里，启封以后才能提交或共享'])
    expect((await act('submit', { knowing: true })).status).toBe(409)
    // Somebody hands in the very same question: neither he nor his office is told that there is one.
    const twin = await colleague.post<{ id: number }>('/api/v1/question', question({ stem, shareScope: '1' }))
    const near = async (who: Person) =>
      JSON.stringify((await who.get(`/api/v1/question/${twin.data.id}/near`)).data)
    const { version } = (await colleague.get<{ version: number }>(`/api/v1/question/${twin.data.id}`)).data
    expect((await colleague.post(`/api/v1/question/${twin.data.id}/submit`, { version })).msg).toBe('ok')
    for (const who of [colleague, school]) expect(JSON.parse(await near(who))).toEqual({ list: [] })
    for (const who of [colleague, school])
      expect((await who.get(`/api/v1/question/${mine}`)).status).toBe(404)
    await region.db.execute(sql`update paper set sealed_until = now() - interval '1 second' where id = ${id}`)
    await openDue(tools())
    expect((await detail(colleague, id)).data).toMatchObject({
      title: '密卷乙',
      state: 'published',
      items: 2,
    })
    expect((await act('raise', { shareScope: '1' })).msg).toBe('ok')
    expect(JSON.parse(await near(school)).list).toHaveLength(1)
  })

  it('has no letter in any call that reads, whoever asks', async () => {
    const { teacher } = region.people
    const { places } = region
    // People of their own: a walk is more calls than a person may make in a minute beside other tests.
    const walkers: Person[] = []
    for (const [role, place] of [
      [2, places.school],
      [2, places.sibling],
      [3, places.school],
      [4, places.district],
      [5, places.city],
      [6, places.province],
    ] as const)
      walkers.push(await region.add(role, place, '旁人'))
    const kept = await keptBack('<p>密题丙：这道题还没有人见过</p>')
    const id = await written(teacher, paper([kept], { title: '密卷丙' }))
    await done(teacher, id, 'seal', { until: until(), people: [] })
    const [question = 0] = (await detail(teacher, id)).data.questions.map((one) => one.question)
    expect(question).toBe(kept)
    const calls = region.app.declaredCalls.filter(({ method, url }) => method === 'GET' && !/out$/i.test(url))
    expect(calls.length).toBeGreaterThan(100)
    const walk = async (who: Person) => {
      for (const { url } of calls) {
        // Numbers of papers where a call asks for one; other parameters name nothing that is about papers.
        const asked = url.startsWith(base)
          ? url.replace(':id', String(id))
          : url.replace('/question/:id', `/question/${question}`)
        if (asked.includes(':')) continue
        const answer = await region.app.inject({ method: 'GET', url: asked, headers: { token: who.token } })
        expect(answer.statusCode, asked).not.toBe(429)
        // Neither of the paper nor of the question that was written for it.
        expect(/密卷|密题/.test(answer.payload), `${asked} for ${who.identityId}`).toBe(false)
        if (url.startsWith(`${base}/:id`)) expect([404, 403]).toContain(answer.statusCode)
      }
    }
    await Promise.all(walkers.map(walk))
  })
})
